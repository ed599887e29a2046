"""Routes that await something can't be plain, nor would it help those that other async code awaits, too."""

import asyncio
import time

from fastapi import Depends, FastAPI

app = FastAPI()


def render(name: str) -> str:
    time.sleep(0.5)
    return name


@app.get("/page")
async def page() -> str:
    await asyncio.sleep(0)
    time.sleep(1)  # expect: DUO301
    return render("page")  # expect: DUO302


async def current_theme() -> str:
    return render("theme")  # expect: DUO302


@app.get("/theme")
def theme(name: str = Depends(current_theme)) -> str:
    return name


async def refresh_all() -> None:
    while True:
        print(await current_theme())
        await asyncio.sleep(60)
