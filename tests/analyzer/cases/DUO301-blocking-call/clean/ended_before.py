"""Waiting for what is known to have ended: it was asked whether it has, or was waited for before."""

import asyncio
import subprocess
import threading


async def collected(process: subprocess.Popen[str]) -> str:
    while process.poll() is None:
        await asyncio.sleep(0.1)
    out, _ = process.communicate()
    return out


async def looked_at(processes: list[subprocess.Popen[str]]) -> list[int]:
    codes: list[int] = []
    for process in processes:
        if process.poll() is None:
            continue
        codes.append(process.wait())
    await asyncio.sleep(0)
    return codes


async def by_its_code(process: subprocess.Popen[str] | None) -> str:
    await asyncio.sleep(0)
    if process is not None and (code := process.poll()) is not None:
        return f"{code} {process.communicate()[0]}"
    return ""


async def on_a_thread(process: subprocess.Popen[str]) -> str:
    await asyncio.to_thread(process.wait)
    return process.communicate()[0]


async def let_end(thread: threading.Thread) -> None:
    while thread.is_alive():
        await asyncio.sleep(0.1)
    thread.join()
