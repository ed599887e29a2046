"""The base comes from a library that cannot be read here; nobody knows what it asks for."""

from aiohttp import web
from discord.ext import commands
from homeassistant.components.sensor import SensorEntity
from langchain.tools import BaseTool
from starlette.middleware.base import BaseHTTPMiddleware
from textual.app import App


class Sensor(SensorEntity):
    async def async_update(self) -> None:
        self._attr_native_value = 1


class Search(BaseTool):
    async def _arun(self, query: str) -> str:
        return query


class Quiet(BaseHTTPMiddleware):
    async def dispatch(self, request, call_next):
        return None


class Admin(commands.Cog):
    async def cog_load(self) -> None:
        self.loaded = True


class Board(App):
    async def on_mount(self) -> None:
        self.title = "board"

    async def action_quit(self) -> None:
        self.exit()


class Status(web.View):
    async def get(self) -> web.Response:
        return web.Response(text="ok")
