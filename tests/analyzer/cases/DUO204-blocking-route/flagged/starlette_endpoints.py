"""Starlette runs plain endpoints on a thread, too."""

import time

from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route


def render(name: str) -> str:
    time.sleep(0.5)
    return name


async def homepage(request):  # expect: DUO204
    return PlainTextResponse(render("home"))


app = Starlette(routes=[Route("/", homepage)])
