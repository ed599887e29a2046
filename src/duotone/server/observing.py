"""Observing: each request is counted, timed and logged, and all that it begins knows for whom it works."""

from __future__ import annotations

import logging
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from duotone.server.logs import REQUEST
from duotone.server.metrics import Metrics

__all__ = ["Observed"]

_LOGGER = logging.getLogger("duotone.server.requests")


class Observed:
    """Stands around everything else, so that what is refused early is seen, too."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        """Tell these figures of every request."""
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request be answered."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        status = 500

        async def note(message: Message) -> None:
            nonlocal status
            status = message.get("status", 101 if message["type"] == "websocket.accept" else status)
            await send(message)

        token, begun = REQUEST.set(scope), time.perf_counter()
        self._metrics.under_way += 1
        try:
            await self._app(scope, receive, note)
        finally:
            self._metrics.under_way -= 1
            self._tell(scope, status, time.perf_counter() - begun)
            REQUEST.reset(token)

    def _tell(self, scope: Scope, status: int, seconds: float) -> None:
        method = scope.get("method", "WEBSOCKET")
        route = getattr(scope.get("route"), "path", "(none)")
        self._metrics.take(method, route, status, seconds)
        said = {"method": method, "path": scope["path"], "status": status, "seconds": round(seconds, 6)}
        _LOGGER.info("%s %s %s", method, route, status, extra=said)
