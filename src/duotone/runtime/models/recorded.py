"""A model whose replies are kept in a file: asked once for real, and replayed from then on."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from duotone.contract.calls import call, run
from duotone.errors import UnknownRequest
from duotone.runtime.agents.replies import reply_of
from duotone.runtime.messages import Reply
from duotone.runtime.models.model import Model, Request

__all__ = ["RecordedModel"]


class RecordedModel:
    """Replays what `path` has, one line of JSON for each request; asks `model` for the rest, and keeps that.

    The same request gets its replies in the order in which they were recorded, the last one for ever. Without a model,
    a request that was not recorded is refused with `UnknownRequest`.
    """

    def __init__(self, path: str | os.PathLike[str], model: Model | None = None) -> None:
        self._path = Path(path)
        self._model: Any = model
        self._mutex = threading.Lock()
        self._replies: dict[str, list[Reply]] = {}
        self._given: dict[str, int] = {}
        if self._path.exists():
            for line in self._path.read_text(encoding="utf-8").splitlines():
                kept = json.loads(line)
                self._replies.setdefault(kept["key"], []).append(Reply.from_json(kept["reply"]))

    def complete(self, request: Request) -> Reply:
        """Return the reply that was recorded for a request, or record one."""
        known = self._known(request)
        if known is not None:
            return known
        method = getattr(self._model, "complete", None) or self._model.acomplete
        return self._keep(request, run(method, request))

    async def acomplete(self, request: Request) -> Reply:
        """Return the reply that was recorded for a request, or record one."""
        known = self._known(request)
        if known is not None:
            return known
        method = getattr(self._model, "acomplete", None) or self._model.complete
        answer: Any = await call(method, request)
        return await call(self._keep, request, answer)

    def _known(self, request: Request) -> Reply | None:
        key = _key_of(request.to_json())
        with self._mutex:
            replies, place = self._replies.get(key, []), self._given.get(key, 0)
            if place < len(replies) or (replies and self._model is None):
                self._given[key] = place + 1
                return replies[min(place, len(replies) - 1)]
        if self._model is None:
            last = request.messages[-1].text if request.messages else ""
            raise UnknownRequest(str(self._path), last)
        return None

    def _keep(self, request: Request, answer: Any) -> Reply:
        reply, data = reply_of(answer, "RecordedModel"), request.to_json()
        key = _key_of(data)
        line = json.dumps({"key": key, "request": data, "reply": reply.to_json()}, ensure_ascii=False, sort_keys=True)
        with self._mutex:
            self._replies.setdefault(key, []).append(reply)
            self._given[key] = len(self._replies[key])
            with self._path.open("a", encoding="utf-8") as file:
                file.write(f"{line}\n")
        return reply


def _key_of(request: Mapping[str, Any]) -> str:
    return sha256(json.dumps(request, ensure_ascii=False, sort_keys=True).encode()).hexdigest()
