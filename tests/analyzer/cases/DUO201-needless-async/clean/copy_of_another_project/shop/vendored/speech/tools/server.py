"""Imports begin at the folder of the copy, which is put on the path when it runs."""

from swift_server import Server
from tools.serving.failures import Failures


class Service(Failures):
    def __init__(self) -> None:
        self.server = Server(handlers={OSError: self.on_http, Exception: self.other})
