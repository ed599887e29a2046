"""Passwords are checked on a thread, and who looks which processes are gone doesn't wait for them."""

import asyncio

import bcrypt
import psutil


async def log_in(password: bytes, known: bytes) -> bool:
    return await asyncio.to_thread(bcrypt.checkpw, password, known)


async def salt() -> bytes:
    await asyncio.sleep(0)
    return bcrypt.gensalt()


async def gone(children: list[psutil.Process]) -> int:
    await asyncio.sleep(0)
    done, _ = psutil.wait_procs(children, timeout=0)
    return len(done)
