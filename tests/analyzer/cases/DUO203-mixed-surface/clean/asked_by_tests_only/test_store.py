"""Nobody else asks here."""

from store import Store


async def test_what_is_put_is_there() -> None:
    store = Store()
    store.put("a", "b")
    assert await store.keys() == ["a"]
    assert await store.size() == 1
