"""The console: its files, for whoever may reach this server; what they show is asked for with the caller's token."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Header
from fastapi.responses import Response

from duotone.contract.offloading import offload
from duotone.server.console.files import HEADERS, START, console_files
from duotone.server.problems import Problem

__all__ = ["open_console", "read_console_file", "router"]

router = APIRouter(include_in_schema=False)

_Known = Annotated[str | None, Header(alias="If-None-Match", max_length=1000)]


@router.get("/", operation_id="open_console")
async def open_console(known: _Known = None) -> Response:
    """Return the page."""
    return await _sent(START, known)


@router.get("/console/{name:path}", operation_id="read_console_file")
async def read_console_file(name: str, known: _Known = None) -> Response:
    """Return a script or style of it."""
    return await _sent(name, known)


async def _sent(name: str, known: str | None) -> Response:
    """Return a file by its name; nothing is looked for on the disk, so no name leads anywhere else."""
    file = (await offload(console_files)).get(name)
    if file is None:
        raise Problem(404, "NoSuchFile", "the console has no such file", "open / in a browser")
    headers = {**HEADERS, "ETag": file.tag, "Cache-Control": file.caching}
    if known is not None and file.tag in known:
        return Response(status_code=304, headers=headers)
    return Response(file.body, media_type=file.media, headers=headers)
