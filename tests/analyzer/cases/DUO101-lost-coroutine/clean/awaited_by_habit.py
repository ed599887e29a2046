"""Methods of parameters that some functions await: too few, in a plain function, or with a habit of not awaiting too."""

import asyncio


async def greet(ctx):
    await ctx.send("Hello.")


async def thank(ctx):
    await ctx.send("Thank you.")


async def leave(ctx):
    await ctx.send("Good bye.")


def ask(ctx):
    ctx.send("Who is there?")


async def whisper(ctx, loop):
    task = asyncio.create_task(ctx.send("Psst."))
    await task


async def read_one(reader):
    return await reader.read(1)


async def read_two(reader):
    return await reader.read(2)


async def read_line(reader):
    line = reader.read()
    return line


async def push(queue):
    await queue.put_all("a")


async def push_twice(queue):
    await queue.put_all("b")


async def push_thrice(queue):
    await queue.put_all("c")


async def store(queue):
    queue.put_all("d")


async def store_again(queue):
    queue.put_all("e")
