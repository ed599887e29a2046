"""The step in between."""

from transport import Transport


class WebSocket(Transport):
    def encode(self, text: str) -> bytes:
        return text.encode()
