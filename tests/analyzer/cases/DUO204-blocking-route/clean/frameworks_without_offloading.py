"""Handlers of frameworks that call them on the loop and take no plain functions."""

import asyncio

from aiohttp import web
from discord.ext import commands
from sanic import Sanic

app = Sanic("board")
routes = web.RouteTableDef()
bot = commands.Bot(command_prefix="!")


@routes.get("/")
async def index(request: web.Request) -> web.Response:
    return web.Response(text="index")


@app.get("/")
async def home(request):
    return {"ok": True}


@bot.command()
async def ping(context):
    await context.send("pong")
    await asyncio.sleep(0)
