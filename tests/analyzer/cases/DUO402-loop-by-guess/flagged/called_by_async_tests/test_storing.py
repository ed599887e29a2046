"""Async tests call it while their loop runs."""

from storing import Store


async def test_rows_are_added() -> None:
    store = Store()
    store.add("one")
    assert store.rows == ["one"]
