"""Async routes whose body is all sync and blocks; as plain functions they would run on a worker thread."""

import sqlite3
import subprocess
import time

from fastapi import APIRouter, FastAPI

app = FastAPI()
router = APIRouter(prefix="/jobs")


@app.get("/rows")
async def rows() -> list[tuple[int]]:  # expect: DUO204
    connection = sqlite3.connect("app.db")
    return connection.execute("select 1").fetchall()


@router.post("/")
async def run_job(name: str) -> str:  # expect: DUO204
    return subprocess.run([name], capture_output=True, text=True).stdout


@app.get("/slow")
async def slow() -> str:  # expect: DUO204
    time.sleep(2)
    return "done"
