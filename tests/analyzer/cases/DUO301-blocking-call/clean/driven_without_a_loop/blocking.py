"""A plain face over coroutines that never suspend: the caller's thread takes their only step."""

import socket
import time


def finished(coroutine):
    try:
        coroutine.send(None)
    except StopIteration as stop:
        return stop.value
    finally:
        coroutine.close()
    raise RuntimeError("it has waited for something")


class Base:
    async def sleep(self, seconds: float) -> None:
        raise NotImplementedError

    async def start(self) -> None:
        await self.sleep(1)


class Connection(Base):
    async def sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    async def connect(self, host: str) -> object:
        found = socket.getaddrinfo(host, 80)
        await self.sleep(1)
        return found


def connect(host: str) -> object:
    return finished(Connection().connect(host))
