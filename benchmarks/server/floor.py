"""A bare FastAPI application with the same bodies out of a dictionary: what FastAPI and uvicorn themselves cost."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from fastapi import FastAPI
from pydantic import BaseModel

app = FastAPI()


class Session(BaseModel):
    id: str
    state: str = "created"


class New(BaseModel):
    id: str | None = None


kept: dict[str, Session] = {}


@app.post("/api/sessions", status_code=201)
async def create(body: New) -> Session:
    made = Session(id=body.id or uuid4().hex)
    kept[made.id] = made
    return made


@app.get("/api/sessions/{session}")
async def read(session: str) -> Session:
    return kept[session]


@app.post("/v1/chat/completions")
async def chat(body: dict[str, Any]) -> dict[str, Any]:
    return {"choices": [{"message": {"content": body["messages"][-1]["content"]}}]}
