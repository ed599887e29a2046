"""What is far away is told once, where it is nearest; what is near is told everywhere."""

import asyncio
import os
import time


def backoff() -> None:
    time.sleep(1)


def fetch() -> None:
    backoff()


def load() -> None:
    fetch()


def prepare() -> None:
    load()


async def near() -> None:
    await asyncio.sleep(0)
    backoff()  # expect: DUO302


async def nearby() -> None:
    await asyncio.sleep(0)
    fetch()  # expect: DUO302


async def far() -> None:
    await asyncio.sleep(0)
    load()


async def farther() -> None:
    await asyncio.sleep(0)
    prepare()


def ask() -> str:
    return os.popen("ask").read()


def confirm() -> bool:
    return ask() == "y"


def overwrite() -> bool:
    return confirm()


def save() -> None:
    if overwrite():
        print("saved")


async def store() -> None:
    await asyncio.sleep(0)
    save()


async def replace() -> None:
    await asyncio.sleep(0)
    if overwrite():  # expect: DUO302
        print("replaced")
