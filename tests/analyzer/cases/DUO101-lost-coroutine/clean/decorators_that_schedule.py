"""Decorators register, schedule or replace what they decorate; the name is no coroutine function afterwards."""

import asyncio

from celery import shared_task
from discord.ext import commands, tasks
from homeassistant.core import callback

bot = commands.Bot(command_prefix="!")
_running: set[asyncio.Task[None]] = set()


def background(function):
    def start(*args):
        task = asyncio.get_running_loop().create_task(function(*args))
        _running.add(task)
        task.add_done_callback(_running.discard)
        return task

    return start


@background
async def refresh(guild: int) -> None:
    await asyncio.sleep(0)


@tasks.loop(minutes=5)
async def rotate_status() -> None:
    await bot.change_presence()


@bot.event
async def on_ready() -> None:
    rotate_status.start()
    refresh(1)
    await asyncio.sleep(0)


@shared_task
def rebuild(guild: int) -> None:
    print(guild)


@callback
def state_changed(event: object) -> None:
    refresh(2)
    rebuild.delay(2)
