"""Flask runs each async view on the thread and on a loop of its request, where nothing else goes on."""

import asyncio
import time

import requests
from flask import Blueprint, Flask

app = Flask(__name__)
shop = Blueprint("shop", __name__)


@app.route("/slow")
async def slow():
    await asyncio.sleep(0)
    time.sleep(5)
    return "done"


@shop.get("/price")
async def price():
    return await looked_up()


@shop.before_request
async def pause():
    await asyncio.sleep(0)
    rest()


async def looked_up():
    await asyncio.sleep(0)
    return requests.get("https://a.example").text


def rest():
    time.sleep(1)
