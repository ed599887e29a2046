"""What a route comes to in few cases only, through one branch after the other, is no more than possible."""

import time

from fastapi import FastAPI

app = FastAPI()


def ask(worker: str) -> str:
    if worker.startswith("slow"):
        time.sleep(1)
    return worker


def register(worker: str) -> str:
    if worker:
        return ask(worker)
    return "nobody"


@app.post("/register")
async def register_worker(worker: str) -> str:
    return register(worker)
