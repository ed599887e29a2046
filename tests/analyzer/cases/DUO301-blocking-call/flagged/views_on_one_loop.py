"""Quart serves all requests on one loop, a view of Flask may start something beside itself, and others await its helpers."""

import asyncio
import time

import flask
from quart import Quart

app = Quart(__name__)
plain = flask.Flask(__name__)


@app.route("/slow")
async def slow():
    await asyncio.sleep(0)
    time.sleep(5)  # expect: DUO301
    return "done"


@app.route("/pause")
async def pause():
    await both()


@plain.route("/both")
async def both():
    await asyncio.sleep(0)
    time.sleep(5)  # expect: DUO301


@plain.route("/several")
async def several():
    beside = asyncio.create_task(asyncio.sleep(1))
    time.sleep(5)  # expect: DUO301
    await beside
