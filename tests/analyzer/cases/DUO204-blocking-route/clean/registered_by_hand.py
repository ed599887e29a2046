"""Routes that are registered by hand and wait as they should."""

import asyncio
import time

from fastapi import FastAPI

app = FastAPI()


async def brew() -> str:
    await asyncio.sleep(3)
    return "coffee"


def grind() -> str:
    time.sleep(3)
    return "beans"


app.get("/coffee")(brew)
app.get("/beans")(grind)
