"""A parameter that has a method which no class here has: it is none of these, whatever else its methods are called."""

import asyncio


class Socket:
    async def send_json(self, payload: dict[str, str]) -> None:
        await asyncio.sleep(0)


class LoudSocket(Socket):
    async def send_json(self, payload: dict[str, str]) -> None:
        await super().send_json(payload)
        print(payload)


def authenticate(websocket) -> None:
    websocket.send_json({"type": "auth"})
    assert websocket.receive_json() == {"type": "ok"}
