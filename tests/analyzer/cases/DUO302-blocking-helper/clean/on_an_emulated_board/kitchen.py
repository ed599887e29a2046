"""A program for a board, with stand-ins for what it needs, to try it elsewhere."""

import asyncio
import socket

import dht
import machine
import network


def find(port: int) -> int:
    return len(socket.getaddrinfo("kitchen.example", port))


async def cook(port: int) -> None:
    machine.use(network.use(dht.use(find(port))))
    await asyncio.sleep(1)
