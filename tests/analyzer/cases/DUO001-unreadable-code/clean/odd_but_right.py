# -*- coding: utf-8 -*-
"""Odd code that parses: empty bodies, deep nesting, unusual encodings and line breaks."""

import asyncio; import os


class Empty: ...


π = 3.14159


def deep(x): return ((((((((((x))))))))))


async def long_line(first=1, *, second=2, **rest): await asyncio.sleep(first + \
    second + len(rest))


if os.environ.get("NOTHING"): pass
else: print("end", end="")
