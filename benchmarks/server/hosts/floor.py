"""A bare FastAPI application with the same bodies out of a dictionary: what FastAPI and uvicorn themselves cost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

from fastapi import FastAPI
from fastapi.responses import PlainTextResponse, StreamingResponse
from pydantic import BaseModel

app = FastAPI()


class Session(BaseModel):
    id: str
    state: str = "created"


class New(BaseModel):
    id: str | None = None


kept: dict[str, Session] = {}
readers: set[asyncio.Queue[int]] = set()


@app.post("/api/sessions", status_code=201)
async def create(body: New) -> Session:
    made = Session(id=body.id or uuid4().hex)
    kept[made.id] = made
    for reader in readers:
        reader.put_nowait(len(kept))
    return made


@app.get("/api/sessions/{session}")
async def read(session: str) -> Session:
    return kept[session]


@app.post("/v1/chat/completions")
async def chat(body: dict[str, Any]) -> dict[str, Any]:
    return {"choices": [{"message": {"content": body["messages"][-1]["content"]}}]}


@app.get("/api/events/stream")
async def follow() -> StreamingResponse:
    return StreamingResponse(_events(len(kept)), media_type="text/event-stream")


@app.get("/api/sessions/{session}/events/stream")
async def follow_one(session: str) -> StreamingResponse:
    return StreamingResponse(_events(list(kept).index(session) + 1), media_type="text/event-stream")


async def _events(first: int) -> AsyncIterator[str]:
    reader: asyncio.Queue[int] = asyncio.Queue()
    readers.add(reader)
    try:
        number = first
        while True:
            yield f'id: {number}\nevent: message\ndata: {{"id": {number}, "kind": "session.created"}}\n\n'
            number = await reader.get()
    finally:
        readers.discard(reader)


@app.get("/metrics")
async def metrics() -> PlainTextResponse:
    return PlainTextResponse(f"duotone_stream_subscribers {len(readers)}\n")
