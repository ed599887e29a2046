"""What stands before every route: who may ask at all, how much, how fast and how many at once.

1. A request is refused before its body is read, and a body before it is whole, as soon as it is too much.
2. Nothing here waits for anything but the body, so that refusing costs next to nothing.
3. Who has no token shares one bucket with all others who have none: guessing tokens is as slow as asking.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from functools import lru_cache
from ipaddress import ip_address
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from duotone.server.ground import Ground, Settings
from duotone.server.problems import Problem, response_of
from duotone.server.shares import Shares
from duotone.server.tokens import Token
from duotone.server.turnstile import Turnstile, wait_outside

__all__ = ["HEADERS", "Buckets", "Limits", "is_loopback"]

HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""What every answer says to browsers, unless it says something else itself."""
_RAW: Final = tuple((name.lower().encode(), value.encode()) for name, value in HEADERS.items())

_ALWAYS: Final = frozenset({"/healthz", "/readyz"})
"""What is answered however busy the server is."""
_MOST_BUCKETS: Final = 10_000
_ARRIVING: Final = 4
"""So many times more bodies may be on their way than requests are answered at once."""
_AT_WORK: Final = 16
"""So many requests are worked on at once where tenants share the server; more would only make each of them slower."""
_NOBODY: Final = ""
"""Whose requests those are that show no good token."""
_OWN_SITES: Final = frozenset({"same-origin", "none"})
_SINGLE: Final = (b"host", b"authorization", b"content-length", b"origin")
"""The headers that are sent once, if at all."""


@lru_cache(maxsize=64)
def is_loopback(host: str) -> bool:
    """Tell whether a name, without its port, stands for this machine and for nothing else."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


class Buckets:
    """How many requests each caller has left: so many per second, and so many at once after a rest."""

    def __init__(self, rate: float, burst: float) -> None:
        """Have no callers yet."""
        self._rate, self._burst = rate, burst
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, caller: str, now: float) -> float:
        """Count a request; returns 0 if it may be answered, or the seconds after which it may."""
        left, since = self._left.pop(caller, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._rate)
        self._left[caller] = (left - 1 if left >= 1 else left, now)
        if len(self._left) > _MOST_BUCKETS:
            self._left.popitem(last=False)
        return 0.0 if left >= 1 else (1 - left) / self._rate


class Limits:
    """Refuses what is too much, too fast, too slow, or meant for another server."""

    def __init__(self, app: ASGIApp, ground: Ground) -> None:
        """Stand before an application."""
        self._app = app
        self._ground = ground
        self._buckets = Buckets(ground.settings.rate, ground.settings.burst)
        self.under_way = Shares(ground.settings.concurrency)
        """Requests that are being answered; streams are not counted."""
        self._arriving = Shares(_ARRIVING * ground.settings.concurrency)
        self._turnstile = Turnstile(_AT_WORK)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let it be answered."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        try:
            tenant = self._check(scope)
        except Problem as problem:
            await _refuse(problem, scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        await self._answer(scope, receive, send, tenant)

    # -- before the body ------------------------------------------------------------------------------------------

    def _check(self, scope: Scope) -> str:
        """Return whose request it is; raises a problem for one that is not even to be looked at."""
        headers, settings = Headers(scope=scope), self._ground.settings
        _check_headers(headers)
        self._check_place(headers, settings)
        _check_origin(headers)
        if scope["path"] in _ALWAYS:
            return _NOBODY
        if self._ground.is_draining:
            detail = "the server is about to stop, and begins nothing more"
            raise Problem(503, "Draining", detail, "try again in a moment", headers={"Retry-After": "5"})
        # The console is fifty small files at hand, and a part of them alone is of no use to anybody.
        is_file = scope["path"] == "/" or scope["path"].startswith("/console/")
        token = self._token_of(headers)
        seconds = 0.0 if is_file else self._buckets.take("" if token is None else token.id, time.monotonic())
        if seconds:
            detail = f"over {settings.rate:g} requests per second"
            raise _too_many("RateExceeded", detail, seconds)
        tenant = _NOBODY if token is None else token.tenant
        self._check_room(tenant)
        if _length_of(headers) > settings.max_body:
            raise _too_large(settings)
        return tenant

    def _check_room(self, tenant: str) -> None:
        """Refuse one more request where too many are being answered, of all tenants or of this one."""
        for places in (self.under_way, self._arriving):
            if places.free <= 0:
                raise _too_many("TooManyAtOnce", f"{len(places)} requests are being answered", 1.0)
            if self._ground.tokens.are_shared and not places.may_take(tenant):
                detail = f"{places.of(tenant)} requests of this tenant are being answered, and others need room, too"
                raise _too_many("TooManyAtOnce", detail, 1.0)

    def _check_place(self, headers: Headers, settings: Settings) -> None:
        """Refuse a name that is not ours: behind it may be a page whose name was made to mean this machine.

        With tokens that doesn't matter, since such a page has none.
        """
        host = _host_of(headers.get("host", ""))
        is_known = is_loopback(host) or host in settings.hosts
        if not is_known and not self._ground.tokens.are_needed:
            remedy = "ask for 127.0.0.1 or localhost, or let the operator name this host"
            raise Problem(421, "WrongHost", f"this server doesn't answer for {host!r}", remedy)

    def _token_of(self, headers: Headers) -> Token | None:
        """Return the token with which somebody asks; those who have none that is good are counted as one."""
        kind, _, bearer = headers.get("authorization", "").partition(" ")
        return self._ground.tokens.find(bearer.strip()) if kind.lower() == "bearer" else None

    # -- with the body --------------------------------------------------------------------------------------------

    async def _answer(self, scope: Scope, receive: Receive, send: Send, tenant: str) -> None:
        body = _Body(receive, self._ground.settings)
        self._arriving.take(tenant)
        try:
            await body.arrive()
        except Problem as problem:
            await _refuse(problem, scope, receive, send)
            return
        finally:
            self._arriving.leave(tenant)
        place = _Place(self.under_way, tenant)
        try:
            await self._work_on(scope, body.receive, place.noting(send), tenant)
        finally:
            place.leave()

    async def _work_on(self, scope: Scope, receive: Receive, send: Send, tenant: str) -> None:
        """Let a request be answered when it is its tenant's turn; those who look after the server wait for nobody."""
        if not self._ground.tokens.are_shared or scope["path"] in _ALWAYS:
            await self._app(scope, receive, send)
            return
        visit = await self._turnstile.enter(tenant)
        with visit.here():
            await self._app(scope, receive, send)


class _Place:
    """One of the requests that are answered at once; a stream gives its place away as soon as it has begun."""

    def __init__(self, shares: Shares, tenant: str) -> None:
        self._shares = shares
        self._tenant = tenant
        self._is_taken = True
        shares.take(tenant)

    def leave(self) -> None:
        """Let another one be answered."""
        if self._is_taken:
            self._shares.leave(self._tenant)
        self._is_taken = False

    def noting(self, send: Send) -> Send:
        """Return what sends an answer with the headers that all have."""

        async def note(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = dict(message["headers"])
                message["headers"] = [*message["headers"], *(header for header in _RAW if header[0] not in own)]
                if own.get(b"content-type", b"").startswith(b"text/event-stream"):
                    self.leave()
                    wait_outside()
            await send(message)

        return note


class _Body:
    """The body of a request: read as a whole before anybody works for it, neither too long nor too slowly."""

    def __init__(self, receive: Receive, settings: Settings) -> None:
        self._receive = receive
        self._settings = settings
        self._parts: list[Message] = []

    async def arrive(self) -> None:
        """Wait for all of it; raises a problem 413 or 408."""
        size, is_whole = 0, False
        try:
            async with asyncio.timeout(self._settings.body_seconds):
                while not is_whole:
                    message = await self._receive()
                    self._parts.append(message)
                    size += len(message.get("body", b""))
                    if size > self._settings.max_body:
                        raise _too_large(self._settings)
                    is_whole = not message.get("more_body", False)
        except TimeoutError:
            detail = f"the body did not arrive within {self._settings.body_seconds:g} s"
            raise Problem(408, "SlowBody", detail, "send it at once", headers={"Connection": "close"}) from None

    async def receive(self) -> Message:
        """Return the next part of what has arrived, then what else is heard of the client."""
        return self._parts.pop(0) if self._parts else await self._receive()


def _check_headers(headers: Headers) -> None:
    """Refuse what proxies and servers read in different ways."""
    names = [name for name, _ in headers.raw]
    for name in _SINGLE:
        if names.count(name) > 1:
            raise Problem(400, "DoubledHeader", f"there is more than one {name.decode()!r} header", "send it once")


def _check_origin(headers: Headers) -> None:
    """Refuse what a page of another origin makes a browser ask; a link to a page of ours may be followed."""
    origin, site = headers.get("origin"), headers.get("sec-fetch-site", "none")
    is_foreign = origin is not None and origin.partition("://")[2].lower() != headers.get("host", "").lower()
    is_link = origin is None and headers.get("sec-fetch-mode") == "navigate"
    if is_foreign or (site not in _OWN_SITES and not is_link):
        raise Problem(403, "WrongOrigin", "pages of other origins may not ask this server", "open its own page")


def _length_of(headers: Headers) -> int:
    given = headers.get("content-length", "")
    is_number = given.isascii() and given.isdecimal()
    return int(given.lstrip("0")[:19] or 0) if is_number else 0  # more digits only make it larger


def _host_of(given: str) -> str:
    """Return a name without its port."""
    host = given.lower()
    return host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]


def _too_many(kind: str, detail: str, seconds: float) -> Problem:
    after = str(max(1, round(seconds + 0.5)))
    return Problem(429, kind, detail, f"try again in {after} s", headers={"Retry-After": after})


def _too_large(settings: Settings) -> Problem:
    detail = f"the body is over {settings.max_body} bytes"
    return Problem(413, "BodyTooLarge", detail, "send less", headers={"Connection": "close"})


async def _refuse(problem: Problem, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": problem.body.detail[:100]})
        return
    response = response_of(problem)
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    await response(scope, receive, send)
