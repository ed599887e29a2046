"""Each route that blocks is mended by itself, however far away what blocks is, and whoever else leads there."""

import time

from fastapi import FastAPI

app = FastAPI()


def ask(worker: str) -> str:
    time.sleep(1)
    return worker


def register(worker: str) -> str:
    return ask(worker)


def refresh(workers: list[str]) -> list[str]:
    return [register(worker) for worker in workers]


def refresh_all() -> list[str]:
    return refresh(["a", "b"])


@app.post("/register")
async def register_worker(worker: str) -> str:  # expect: DUO204
    return register(worker)


@app.post("/refresh")
async def refresh_workers() -> list[str]:  # expect: DUO204
    return refresh_all()


@app.post("/renew")
async def renew_workers() -> int:  # expect: DUO204
    return len(refresh_all())
