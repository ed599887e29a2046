"""The value goes to what can't be read, while all others who call the function await it."""

from __future__ import annotations

from typing import Any

from requests import Request


async def into_a_mapping(request: Request, values: dict[str, Any]) -> None:
    values["body"] = request.body()  # expect: DUO104


async def into_a_call(request: Request, parse: Any) -> Any:
    return parse(request.body())  # expect: DUO104


async def into_a_message(request: Request, translate: Any) -> Any:
    return translate("{body}").format(body=request.body())  # expect: DUO104 | DUO105
