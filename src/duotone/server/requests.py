"""Requests that may be sent twice: a key is claimed in the log once, for one body, and names what was made for it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any

from fastapi import Header

from duotone.contract.offloading import offload
from duotone.errors import Stale
from duotone.runtime.events import Append, Draft
from duotone.server.asking import Caller
from duotone.server.ground import Ground
from duotone.server.problems import Problem

__all__ = ["Claimed", "Key", "claim"]

Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=255,
        pattern=r"^[\x21-\x7e]+$",
        description="The same key with the same body gives the same answer, however often it is sent.",
        examples=["order-17"],
    ),
]


@dataclass(frozen=True, slots=True)
class Claimed:
    """What a request makes, and whether one with the same key has asked for it before."""

    resource: str
    is_known: bool = False


async def claim(ground: Ground, caller: Caller, key: str | None, body: Any, resource: str) -> Claimed:
    """Return the resource of a request: `resource`, or that of an earlier one with the same key.

    Raises a problem 422 if that had another body. The claim is durable before anything is made, so after a crash the
    same request makes the same thing.
    """
    if key is None:
        return Claimed(resource)
    digest = await offload(_digest, body)
    session = caller.inside(f"request.{sha256(key.encode()).hexdigest()}")
    draft = Draft("request.claimed", {"digest": digest, "resource": resource, "by": caller.name})
    try:
        await ground.runtime.log.append(Append(session, [draft], 0))
    except Stale:
        return await _earlier(ground, session, digest)
    return Claimed(resource)


async def _earlier(ground: Ground, session: str, digest: str) -> Claimed:
    [first] = await ground.runtime.log.read(session, limit=1)
    if first.data["digest"] != digest:
        detail = "this Idempotency-Key was sent before, with another body or to another route"
        raise Problem(422, "KeyReused", detail, "take another key for another request")
    return Claimed(str(first.data["resource"]), is_known=True)


def _digest(body: Any) -> str:
    return sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
