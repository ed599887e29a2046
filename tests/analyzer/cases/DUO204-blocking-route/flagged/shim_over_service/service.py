"""The route only calls a sync service, which blocks in another file."""

import time
import urllib.request


class Reports:
    def build(self, month: str) -> str:
        time.sleep(1)
        return month

    def fetch(self, url: str) -> bytes:
        with urllib.request.urlopen(url) as response:
            return response.read()
