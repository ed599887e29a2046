"""A program for a board, whose asyncio has no threads to go to."""

import asyncio
import socket
import time

import machine
import network


async def report(port: int) -> None:
    address = socket.getaddrinfo("kitchen.example", port)
    machine.Pin(port).value(len(address))
    time.sleep(1)
    await asyncio.sleep(1)


async def main() -> None:
    while True:
        network.WLAN().connect()
        asyncio.create_task(report(80))
        await asyncio.sleep(5)
