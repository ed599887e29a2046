"""Helpers that block only with arguments that nobody gives them here."""

import threading
import time
import urllib.request


def report(text: str, inline: bool = False) -> None:
    def send() -> None:
        urllib.request.urlopen("https://example.org/?" + text)

    if inline:
        send()
        return
    threading.Thread(target=send).start()


class Catalog:
    def entries(self, *, only_kept: bool = False) -> list[str]:
        for _ in range(3):
            if only_kept:
                found = ["kept"]
            else:
                found = self.load()
        return found

    def listing(self, *, only_kept: bool = False) -> str:
        return ", ".join(self.entries(only_kept=only_kept))

    def load(self) -> list[str]:
        return urllib.request.urlopen("https://example.org/").read().split()


def settle(seconds: float | None = None) -> None:
    if seconds is None:
        return
    time.sleep(seconds)


def retry(wait: bool, loud: bool) -> None:
    if loud and not wait:
        print("at once")
    elif wait and loud:
        time.sleep(1)


async def main() -> None:
    report("started")
    report("going", False)
    print(Catalog().listing(only_kept=True))
    settle()
    settle(None)
    retry(False, loud=True)
