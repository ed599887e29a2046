"""Routes, commands, hooks, fixtures and handlers that a decorator registers."""

import click
import pytest
import pytest_asyncio
from fastapi import APIRouter, FastAPI
from quart import Quart
from telegram.ext import Application
from vendor_sdk import bot, tool

app = FastAPI()
router = APIRouter()
site = Quart(__name__)


@app.get("/health")
async def health() -> dict[str, bool]:
    return {"ok": True}


@router.post("/echo")
async def echo(text: str) -> str:
    return text


@app.exception_handler(ValueError)
async def on_value_error(request, error):
    return {"error": str(error)}


@app.on_event("startup")
async def start() -> None:
    print("started")


@site.route("/")
async def index() -> str:
    return "index"


@bot.event
async def on_message(message) -> None:
    print(message)


@tool("add", description="adds")
async def add(left: int, right: int) -> int:
    return left + right


@pytest_asyncio.fixture
async def user() -> str:
    return "root"


@pytest.fixture
async def group() -> str:
    return "wheel"
