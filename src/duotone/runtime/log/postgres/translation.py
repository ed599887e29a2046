"""Errors of PostgreSQL, said as what they mean for a log, with what to do about each."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Generator, Mapping
from typing import Final

from duotone.errors import DuotoneError, LogBusy, LogCorrupt, LogUnreachable, LogUnwritable
from duotone.runtime.log.addresses import Address
from duotone.runtime.log.postgres.driver import psycopg

__all__ = ["is_lost", "meaning_of", "translated"]

_SHUT: Final[Mapping[str, str]] = {
    "28P01": "set the right password in the address, in PGPASSWORD or in ~/.pgpass",
    "28000": "let this user in: see createuser, and pg_hba.conf of the server",
    "3D000": "make the database first, with createdb, or name another one in the address",
}
"""Who lets nobody in, now or later, and what to do about it."""
_FULL: Final[Mapping[str, str]] = {
    "53300": "raise max_connections of the server, or open fewer logs",
    "57P03": "wait until the server has started",
}
"""Who lets nobody in at the moment."""
_UNWRITABLE: Final[Mapping[str, str]] = {
    "25006": "it is read-only, as a standby is; name the primary in the address",
    "42501": "grant what is missing: usage on schema duotone and all on its tables, or create on the database",
    "53100": "make room on the disk of the server",
    "53200": "its server is out of memory",
    "53400": "raise the limit that its server names",
}
_BUSY: Final = ("55P03", "57014", "40P01")
"""A lock that was not got in time, a statement that took too long, and a circle of locks."""
_CORRUPT: Final = ("23505", "42P01", "42703", "XX001", "XX002")
"""Rows that are there already, tables or columns that are not, and damaged pages."""
_ENDED: Final = ("57P01", "57P02", "57P03", "57P05", "25P03")
"""The server has ended a connection, or lets nobody in at the moment."""
_START: Final = "start PostgreSQL there or mend the address, and try again"


@contextlib.contextmanager
def translated(address: Address, seconds: float) -> Generator[None]:
    """Raise what errors of psycopg mean; `seconds` is how long somebody waits for a lock."""
    try:
        yield
    except psycopg().Error as error:
        raise meaning_of(error, address, seconds) from _without_secrets(error, address)


def meaning_of(error: Exception, address: Address, seconds: float) -> Exception:
    """Return what an error of psycopg means, or the error itself if it means nothing else."""
    code = _code(error)
    reason = address.without_secrets(_line(error))
    name = str(address)
    found: DuotoneError | None = None
    if code in _BUSY:
        found = LogBusy(name, seconds)
    elif code in _UNWRITABLE:
        found = LogUnwritable(name, f"{reason}; {_UNWRITABLE[code]}")
    elif code in _CORRUPT:
        found = LogCorrupt(name, "its tables", reason)
    elif code in _SHUT:
        found = LogUnreachable(name, reason, _SHUT[code], is_lasting=True)
    elif code in _FULL or is_lost(error):
        found = LogUnreachable(name, reason, _FULL.get(code, _START))
    return found or error


def is_lost(error: BaseException) -> bool:
    """Say whether the server was not reached, or has gone: not that it has refused something."""
    code = _code(error)
    if isinstance(error, psycopg().OperationalError | psycopg().InterfaceError):
        return not code or code in _ENDED or code.startswith("08")
    return False


def _code(error: BaseException) -> str:
    """Return the code of an error; what a server says before there is a connection is known by its words alone."""
    code: str | None = getattr(error, "sqlstate", None)
    if code is None and isinstance(error, psycopg().OperationalError):
        text = str(error)
        code = next((known for words, known in _WORDS if re.search(words, text)), None)
    return code or ""


_WORDS: Final = (
    (r"password authentication failed|fe_sendauth|no password supplied", "28P01"),
    (r"no pg_hba\.conf entry|role .* does not exist|is not permitted to log in", "28000"),
    (r"database .* does not exist", "3D000"),
    (r"too many clients|remaining connection slots|too many connections", "53300"),
    (r"the database system is", "57P03"),
)


def _line(error: BaseException) -> str:
    """Return what an error says, as one line."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    first = next((line for line in lines if "FATAL" in line or "ERROR" in line), lines[0] if lines else "")
    return first.rpartition("FATAL:")[2].strip() or type(error).__name__


def _without_secrets(error: Exception, address: Address) -> Exception | None:
    """Return an error as the cause of another one, unless it says what nobody may see."""
    text = f"{error}{error.args!r}"
    return error if address.without_secrets(text) == text else None
