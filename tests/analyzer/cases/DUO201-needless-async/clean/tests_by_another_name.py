"""A file of tests, which its name doesn't tell: what nobody calls in it is a fake of something async."""


async def unused_fake(name: str) -> str:
    return name


async def fake_fetch(name: str) -> str:
    return name


async def test_a_fake_is_used(monkeypatch) -> None:
    monkeypatch.setattr("shop.fetch", fake_fetch)
    assert await fake_fetch("a") == "a"
