"""The plain twin, which opens addresses by itself: there is no session of another library as with aiohttp."""

from urllib.request import urlopen


class Client:
    def __init__(self, url: str, timeout: int = 30, headers: dict[str, str] | None = None) -> None:
        self.url = url
        self.timeout = timeout
        self.headers = headers or {}

    def send(self, text: str) -> bytes:
        if not text:
            raise ValueError(self.url)
        return urlopen(self.url, text.encode(), timeout=self.timeout).read()

    def check(self) -> bool:
        return bool(self.send("check"))
