"""A decorator that is called by hand takes note of a route as well."""

import time

from fastapi import APIRouter, FastAPI

app = FastAPI()
router = APIRouter()


async def brew() -> str:  # expect: DUO204
    time.sleep(3)
    return "coffee"


async def grind() -> str:  # expect: DUO204
    time.sleep(3)
    return "beans"


app.get("/coffee")(brew)
router.post("/beans", name="grind")(grind)
