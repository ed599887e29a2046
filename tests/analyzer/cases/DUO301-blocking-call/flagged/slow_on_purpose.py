"""What takes its time on purpose, or waits for processes and for names of addresses, holds up the loop."""

import asyncio
import socket

import bcrypt
import psutil


async def log_in(password: bytes, known: bytes) -> bool:
    await asyncio.sleep(0)
    return bcrypt.checkpw(password, known)  # expect: DUO301


async def sign_up(password: bytes) -> bytes:
    await asyncio.sleep(0)
    return bcrypt.hashpw(password, bcrypt.gensalt())  # expect: DUO301


async def end(children: list[psutil.Process]) -> None:
    await asyncio.sleep(0)
    psutil.wait_procs(children, timeout=1)  # expect: DUO301


async def name_of(address: str) -> str:
    await asyncio.sleep(0)
    return socket.getnameinfo((address, 80), 0)[0]  # expect: DUO301
