"""Where the PostgreSQL of a DBOS is, and how runtimes behave there: read from one address."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from duotone.errors import BadEngine, WrongUse
from duotone.runtime.log.addresses import Address

__all__ = ["SCHEMES", "DbosSettings", "settings_from"]

SCHEMES = frozenset({"dbos", "dbos+postgresql"})
_NUMBERS = frozenset({"look", "patience"})
_FORM = "write dbos+postgresql://user@host:5432/database?look=seconds&patience=seconds, or dbos for the one of the log"


@dataclass(frozen=True, slots=True)
class DbosSettings:
    """What an address says, and what holds where it says nothing."""

    address: Address | None
    """Where it is; None for the PostgreSQL that has the log."""
    schema: str = "dbos"
    look: float = 2.0
    """Seconds between two looks for runs whose processes have died."""
    patience: float = 60.0
    """Seconds for which a server that is down is waited for when a runtime opens."""


def settings_from(setting: str) -> DbosSettings:
    """Return what an address says; raises `BadEngine` for one that can't be read, without the secrets in it."""
    parts = urlsplit(setting)
    shown = f"{parts.scheme or setting}{'://…' if parts.netloc else ''}"
    try:
        given = dict(parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query)))
        seconds = {name: float(given.pop(name)) for name in _NUMBERS & given.keys()}
        schema = given.pop("schema", "dbos")
        address = _address(parts.scheme, parts.netloc, parts.path, given)
    except (ValueError, WrongUse) as error:
        reason = "it can't be read" if isinstance(error, WrongUse) else str(error)
        raise BadEngine(shown, f"{reason}; {_FORM}") from None
    is_whole = address is not None or (setting.partition("?")[0] == "dbos" and not given)
    if not is_whole or not schema or min(seconds.values(), default=1) <= 0:
        raise BadEngine(shown, f"it is not understood; {_FORM}")
    return DbosSettings(address, schema, **seconds)


def _address(scheme: str, netloc: str, path: str, query: dict[str, str]) -> Address | None:
    """Return the address as PostgreSQL knows it, with what else it says, such as sslmode; None if there is none."""
    if scheme != "dbos+postgresql" or not netloc or not path.strip("/"):
        return None
    return Address(urlunsplit(("postgresql", netloc, path, urlencode(query), "")))
