"""Handlers of a server whose command lets loops nest before it runs them."""

import asyncio

import chainlit as cl


async def load(path: str) -> str:
    await asyncio.sleep(1)
    return path


def load_now(path: str) -> str:
    return asyncio.get_event_loop().run_until_complete(load(path))


@cl.on_chat_start
async def on_chat_start() -> None:
    text = load_now("a.txt")
    await cl.Message(content=text).send()
