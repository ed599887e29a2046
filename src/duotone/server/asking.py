"""Who asks, what they may do, and whether what they ask for is theirs: how every route begins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import Depends, Path
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from starlette.requests import HTTPConnection

from duotone.runtime import RunRow
from duotone.runtime.log import Names
from duotone.server.ground import Ground
from duotone.server.problems import Problem
from duotone.server.tenancy import LOCAL, inside, names_of, tenant_of
from duotone.server.tokens import SCOPES, granted

__all__ = [
    "EVERYBODY",
    "Administrator",
    "Approver",
    "Caller",
    "Grounded",
    "Id",
    "Needs",
    "Reader",
    "Runner",
    "caller_of",
    "ground_of",
    "needs",
    "owned",
    "owned_run",
    "scope_of",
]


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks: whose sessions they see, what they may do, and how the log calls them."""

    tenant: str
    scopes: frozenset[str]
    name: str
    token: str | None = None
    """The id of the token that they have shown, None where nobody needs one."""

    def inside(self, name: str) -> str:
        """Return how the log calls what this caller calls `name`."""
        return inside(self.tenant, name)

    @property
    def names(self) -> Names:
        """Which sessions of the log are theirs."""
        return names_of(self.tenant)

    def named(self, name: str) -> str:
        """Return how the log will call what this caller makes; raises a problem 422 for a name that is not theirs."""
        known = self.inside(name)
        if not self.owns(known):
            raise Problem(422, "BadInput", f"the name {name!r} is kept for the server itself", "take another one")
        return known

    def owns(self, session: str) -> bool:
        """Tell whether a session of the log is theirs."""
        return tenant_of(session) == self.tenant


EVERYBODY: Final = Caller(LOCAL, SCOPES["admin"], "local")
"""Who asks a server that has no tokens, and so listens to this machine alone."""


def ground_of(connection: HTTPConnection) -> Ground:
    """Return what the server stands on."""
    ground: Ground = connection.app.state.ground
    return ground


async def caller_of(connection: HTTPConnection) -> Caller:
    """Return who asks; raises a problem 401 for a token that is missing or worth nothing."""
    tokens = ground_of(connection).tokens
    await tokens.refresh()
    if not tokens.are_needed:
        return EVERYBODY
    kind, _, bearer = connection.headers.get("authorization", "").partition(" ")
    token = tokens.find(bearer.strip()) if kind.lower() == "bearer" else None
    if token is None:
        remedy = "send 'Authorization: Bearer dt_…'; make one with 'duotone token create'"
        headers = {"WWW-Authenticate": "Bearer"}
        raise Problem(401, "NoToken", "this server needs a token, and got none that is good", remedy, headers=headers)
    return Caller(token.tenant, granted(token.scopes), token.name, token.id)


class Needs:
    """The scope that a route needs, as the dependency that gives its caller."""

    def __init__(self, scope: str) -> None:
        """Need a scope; raises `BadInput` for one that there is not."""
        granted([scope])
        self.scope = scope

    async def __call__(self, connection: HTTPConnection) -> Caller:
        """Return who asks; raises a problem 401, or 403 for a token without the scope."""
        caller = await caller_of(connection)
        if self.scope not in caller.scopes:
            detail = f"this needs the scope {self.scope!r}, and the token has {', '.join(sorted(caller.scopes))}"
            remedy = f"make one that has it: 'duotone token create --scope {self.scope}'"
            raise Problem(403, "ScopeMissing", detail, remedy)
        return caller


def needs(scope: str) -> Any:
    """Return what gives a route its caller and refuses one without the scope.

    It is written ``caller: Annotated[Caller, needs("run")]``.
    """
    return Depends(Needs(scope))


def scope_of(route: APIRoute) -> str | None:
    """Return the scope that a route needs, None if it asks nobody who they are."""
    return next((one.call.scope for one in _dependants(route.dependant) if isinstance(one.call, Needs)), None)


def _dependants(dependant: Dependant) -> Iterator[Dependant]:
    yield dependant
    for one in dependant.dependencies:
        yield from _dependants(one)


async def _ground(connection: HTTPConnection) -> Ground:
    """Return what the server stands on."""
    return ground_of(connection)


Grounded = Annotated[Ground, Depends(_ground)]
Reader = Annotated[Caller, needs("read")]
Runner = Annotated[Caller, needs("run")]
Approver = Annotated[Caller, needs("approve")]
Administrator = Annotated[Caller, needs("admin")]
Id = Annotated[
    str,
    Path(
        pattern=r"^[^/\x00-\x1f\x7f.][^/\x00-\x1f\x7f]{0,199}$",
        description="Its id or name, as lists have it.",
        examples=["review-7"],
    ),
]


async def owned(ground: Ground, caller: Caller, session: str) -> str:
    """Return how the log calls a session of the caller; raises a problem 404 if they have none of this name.

    One of somebody else's is answered like one that there never was.
    """
    known = caller.inside(session)
    if not caller.owns(known) or await ground.runtime.log.head(known) == 0:
        raise Problem(404, "NoSuchSession", f"there is no session {session!r}", "list them with GET /api/sessions")
    return known


async def owned_run(ground: Ground, caller: Caller, run: str) -> RunRow:
    """Return the row of a run of the caller; raises a problem 404 if they have none of this name."""
    for name in dict.fromkeys((caller.inside(run), run, caller.inside(run).replace("~", "/"))):
        row = await ground.runtime.log.run(name)
        if row is not None and caller.owns(row.session):
            return row
    raise Problem(404, "NoSuchRun", f"there is no run {run!r}", "list them with GET /api/runs")
