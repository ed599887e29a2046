"""Plain code has coroutines run one at a time, each on a loop that is made for it and where nothing else goes on."""

import asyncio
import time

import requests
from asgiref.sync import async_to_sync
from celery import shared_task


class Table:
    def lay(self) -> None:
        async_to_sync(self.set_out)(3)

    async def set_out(self, count: int) -> None:
        for _ in range(count):
            await asyncio.sleep(0)
            time.sleep(1)


@shared_task
def send(name: str) -> None:
    async_to_sync(post)(name)
    look_up_now(name)


async def post(name: str) -> None:
    await asyncio.sleep(0)
    requests.post("https://a.example", data=name)
    rest()
    await look_up(name)


async def look_up(name: str) -> str:
    await asyncio.sleep(0)
    return requests.get("https://a.example", params={"name": name}).text


def rest() -> None:
    time.sleep(1)


look_up_now = async_to_sync(look_up)
