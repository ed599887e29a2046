"""A method of the one async name takes other arguments than this call gives, so another object is meant."""

import asyncio


class Relay:
    async def on_packet(self, packet: bytes) -> None:
        await asyncio.sleep(0)

    async def drop_link(self, *, reason: str) -> None:
        await asyncio.sleep(0)


async def relay(relay: Relay) -> None:
    await relay.on_packet(b"")
    await relay.drop_link(reason="done")


class Panel:
    def __init__(self, **options):
        self.board = options.pop("board", None)
        self.board.on_packet("status", self.show)
        self.board.on_packet()
        self.board.drop_link(because="done")
        self.board.drop_link("done")
        self.board.drop_link(because="done", **options)

    def show(self, packet):
        print(packet)
