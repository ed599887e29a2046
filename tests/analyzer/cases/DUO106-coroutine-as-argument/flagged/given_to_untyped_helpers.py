"""An untyped helper hands what it is given to somebody who can't be read, and everybody else awaits the callee."""

import asyncio

import templates


async def load_row(number):
    await asyncio.sleep(0)
    return {"number": number}


def page(row, title=""):
    return templates.render("page", row, title)


def output(row):
    return page(row, title=row)


async def show():
    print(page(await load_row(1)), output(await load_row(2)))
    return page(load_row(3))  # expect: DUO106


async def show_later():
    first, second = await load_row(4), await load_row(5)
    print(output(load_row(6)))  # expect: DUO106
    print(templates.compute_output(load_row(7)))  # expect: DUO104
    print(templates.reset(load_row(8)))  # expect: DUO104
    return page(first), page(second), await load_row(9), await load_row(10)


async def show_all():
    rows = [await load_row(11), await load_row(12), await load_row(13)]
    return rows, await load_row(14), await load_row(15)
