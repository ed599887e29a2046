"""Where a Temporal service is, and how its workers behave: read from one address."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from duotone.errors import BadEngine

__all__ = ["LARGEST", "TemporalSettings", "settings_from"]

LARGEST = 1_000_000
"""So many bytes of a payload go to Temporal as they are."""

_PORT = 7233
_NUMBERS = frozenset({"heartbeat", "patience"})
_FORM = "write temporal://host:port/namespace?queue=name&heartbeat=seconds&patience=seconds"


@dataclass(frozen=True, slots=True)
class TemporalSettings:
    """What an address says, and what holds where it says nothing."""

    address: str
    target: str
    namespace: str = "default"
    queue: str = "duotone"
    """How the queues of this application begin; each log has its own."""
    heartbeat: float = 10.0
    """Seconds after which a worker that was not heard of is given up, and another one goes on."""
    patience: float = 60.0
    """Seconds for which a service that is down is waited for when a runtime opens."""


def settings_from(address: str) -> TemporalSettings:
    """Return what an address says; raises `BadEngine` for one that can't be read."""
    parts = urlsplit(address)
    try:
        host, port = parts.hostname, parts.port or _PORT
        given = dict(parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query)))
        seconds = {name: float(given.pop(name)) for name in _NUMBERS & given.keys()}
    except ValueError as error:
        raise BadEngine(address, f"{error}; {_FORM}") from error
    queue = given.pop("queue", "duotone")
    if parts.scheme != "temporal" or not host or given or not queue or min(seconds.values(), default=1) <= 0:
        raise BadEngine(address, f"{', '.join(sorted(given)) or 'it'} is not understood; {_FORM}")
    return TemporalSettings(address, f"{host}:{port}", parts.path.strip("/") or "default", queue, **seconds)
