"""A constructor reaches what blocks only through others, and only for some of the objects that are made."""

import urllib.request


class Preload:
    def __init__(self, name: str) -> None:
        self.text = download(name) if name.startswith("http") else name


def download(name: str) -> str:
    with urllib.request.urlopen(name) as response:
        return response.read().decode()


def preloads(names: list[str]) -> list[Preload]:
    return [Preload(name) for name in names]


class Server:
    def __init__(self, names: tuple[str, ...] = ()) -> None:
        self.preloads = preloads([*names])


async def start() -> Server:
    return Server()
