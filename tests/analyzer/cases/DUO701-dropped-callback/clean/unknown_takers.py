"""Libraries that take functions of either color, or that nobody can see."""

import asyncio

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from fastapi import BackgroundTasks, FastAPI
from nicegui import ui
from socketio import AsyncServer
from vendor_sdk import on_change

app = FastAPI()
server = AsyncServer()


async def tick(*args: object) -> None:
    await asyncio.sleep(0)


def wire(background: BackgroundTasks) -> None:
    app.add_event_handler("startup", tick)
    server.on("connect", tick)
    ui.button("go", on_click=tick)
    AsyncIOScheduler().add_job(tick, "interval", seconds=1)
    background.add_task(tick, 1)
    on_change(tick)
    print(tick.__name__, callable(tick))
