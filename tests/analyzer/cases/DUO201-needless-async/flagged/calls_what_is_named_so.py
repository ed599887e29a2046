"""A function is called like a test, but others call it, so that its file is one like any other."""


def test_link(url: str) -> bool:
    return url.startswith("http")


async def normalized(url: str) -> str:  # expect: DUO201
    return url.lower()


def opened(url: str) -> str:
    return url if test_link(url) else ""
