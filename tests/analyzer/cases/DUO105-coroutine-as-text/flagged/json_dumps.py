"""A coroutine is given to a serializer."""

import asyncio
import json
from json import dumps


async def snapshot(name: str) -> dict[str, int]:
    await asyncio.sleep(0)
    return {}


def export(name: str) -> str:
    return json.dumps(snapshot(name), indent=2)  # expect: DUO105


def export_short(name: str) -> str:
    return dumps(snapshot(name))  # expect: DUO105


def export_wrapped(name: str) -> str:
    return json.dumps({"name": name, "state": snapshot(name)})  # expect: DUO105 | DUO108


def export_to(name: str, path: str) -> None:
    with open(path, "w") as target:
        json.dump(snapshot(name), target)  # expect: DUO105
