"""The blocking call is in another module, behind a class."""

import socket
import time


class Connection:
    def __init__(self, host: str) -> None:
        self.host = host

    def connect(self) -> socket.socket:
        return socket.create_connection((self.host, 80))


def backoff(attempt: int) -> None:
    time.sleep(2**attempt)
