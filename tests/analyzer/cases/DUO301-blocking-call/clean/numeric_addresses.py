"""A numeric address is looked up nowhere."""

import asyncio
import socket

NUMERIC = socket.AI_NUMERICHOST | socket.AI_NUMERICSERV


async def resolve(host: str, port: int):
    try:
        return socket.getaddrinfo(host, port, flags=NUMERIC)
    except socket.gaierror:
        return await asyncio.get_running_loop().getaddrinfo(host, port)


async def written(address: tuple[str, int]) -> str:
    await asyncio.sleep(0)
    return socket.getnameinfo(address, socket.NI_NUMERICHOST | socket.NI_NUMERICSERV)[0]
