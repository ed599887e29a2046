"""Plain tests call it, with a loop that is set and doesn't run."""

from storing import Store


def test_rows_are_added() -> None:
    store = Store()
    store.add("one")
    assert store.rows == ["one"]
