"""The class that calls what it inherits."""

from websocket import WebSocket


class ChatSocket(WebSocket):
    def say(self, text: str) -> None:
        self.send_frame(self.encode(text))  # expect: DUO101

    async def hang_up(self) -> None:
        super().hang_up()  # expect: DUO101


def leave(socket: ChatSocket) -> None:
    socket.say("bye")
    socket.hang_up()  # expect: DUO101
