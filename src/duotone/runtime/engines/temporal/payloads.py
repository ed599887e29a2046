"""Payloads that are too large for Temporal, which refuses 2 MB: kept in the log, with a reference in their place.

The reference is the digest of the payload, which is also the key under which it is kept: the same one is kept once.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from temporalio.api.common.v1 import Payload
from temporalio.converter import PayloadCodec

from duotone.contract.offloading import offload
from duotone.runtime.engines.temporal.settings import LARGEST
from duotone.runtime.events import Append, Draft, Event
from duotone.runtime.log import AsyncLog

__all__ = ["KeptInLog"]

_ENCODING = b"duotone/kept-in-log"


class KeptInLog(PayloadCodec):
    """Replaces large payloads by references on their way to Temporal, and back."""

    def __init__(self, log: AsyncLog) -> None:
        self._log = log

    async def encode(self, payloads: Sequence[Payload]) -> list[Payload]:
        """Keep what is too large."""
        return [one if one.ByteSize() < LARGEST else await self._kept(one) for one in payloads]

    async def decode(self, payloads: Sequence[Payload]) -> list[Payload]:
        """Fetch what is kept."""
        return [await self._fetched(one) if _is_reference(one) else one for one in payloads]

    async def _kept(self, payload: Payload) -> Payload:
        session, draft = await offload(_packed, payload)
        await self._log.append(Append(session, [draft], key=session))
        return Payload(metadata={"encoding": _ENCODING}, data=session.encode())

    async def _fetched(self, reference: Payload) -> Payload:
        [kept, *_] = await self._log.read(reference.data.decode(), limit=1)
        return await offload(_unpacked, kept)


def _packed(payload: Payload) -> tuple[str, Draft]:
    """Return where a payload is kept, and what is written there."""
    body = payload.SerializeToString()
    draft = Draft("payload.kept", {"bytes": len(body), "body": b64encode(body).decode()})
    return f"payload/{sha256(body).hexdigest()}", draft


def _unpacked(kept: Event) -> Payload:
    body: Any = kept.data["body"]
    return Payload.FromString(b64decode(body))


def _is_reference(payload: Payload) -> bool:
    return payload.metadata.get("encoding") == _ENCODING
