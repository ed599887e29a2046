"""The plain twin keeps nothing."""

from urllib.request import urlopen


class Images:
    def __init__(self, url: str, limit: int = 3) -> None:  # expect: DUO602
        self.url = url
        self.limit = limit

    def load(self, name: str) -> bytes:
        if not name:
            raise ValueError("no name")
        return urlopen(self.url + name).read(self.limit)
