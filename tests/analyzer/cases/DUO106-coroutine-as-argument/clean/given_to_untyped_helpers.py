"""Untyped helpers that keep, give back or hand on the coroutine they are given, so that somebody may await it."""

import asyncio

import templates

_waiting = []
_named = {}


async def load_row(number):
    await asyncio.sleep(0)
    return {"number": number}


def keep(row):
    _waiting.append(row)


def keep_as(row, name):
    _named[name] = row


def same(row):
    print("seen")
    return row


def hand_on(row):
    templates.run_soon(row)


def hand_to(row, pool):
    pool.submit(row)


class Lazy:
    def __init__(self, value):
        self.value = value

    async def get(self):
        return await self.value


class Plain:
    def show(self, row):
        templates.render(row)


class Waiting(Plain):
    def show(self, row):
        _waiting.append(asyncio.get_running_loop().create_task(row))


async def show_all(plain: Plain, pool):
    keep(load_row(1))
    keep_as(load_row(2), "second")
    print(await same(load_row(3)))
    hand_on(load_row(4))
    hand_to(load_row(5), pool)
    print(await Lazy(load_row(6)).get())
    plain.show(load_row(7))
    return await asyncio.gather(*_waiting, *_named.values())


async def show_some():
    rows = [await load_row(11), await load_row(12), await load_row(13), await load_row(14), await load_row(15)]
    more = [await load_row(21), await load_row(22), await load_row(23), await load_row(24), await load_row(25)]
    some = [await load_row(31), await load_row(32), await load_row(33), await load_row(34), await load_row(35)]
    last = [await load_row(41), await load_row(42), await load_row(43), await load_row(44), await load_row(45)]
    return rows, more, some, last, await load_row(51), await load_row(52), await load_row(53), await load_row(54)
