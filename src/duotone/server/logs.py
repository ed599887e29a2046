"""Logs: a line of JSON for each record, with the session, run and step it is about, or one for people; no secrets."""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Mapping, MutableMapping
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Final, TextIO, cast

from duotone.runtime import current_key
from duotone.runtime.tools.context import current_call
from duotone.server.telemetry import current_trace

__all__ = ["REQUEST", "JsonFormatter", "PlainFormatter", "about", "redacted", "subject", "write_logs"]

REQUEST: ContextVar[MutableMapping[str, Any] | None] = ContextVar("duotone_request", default=None)
"""The request that the current code works for; it travels into whatever that begins."""

_SESSION: Final = "duotone.session"
_HIDDEN: Final = "[redacted]"
# A pattern that begins with a run of characters begins only where the run does: from every place in it, a long path
# would hold up the loop, on which it is logged.
_NAMES: Final = (
    r"[\w-]*(?:authorization|(?:api|access|private|secret)[-_]?key|token|secret|pass(?:word|wd|phrase)|credentials?)"
)
_SECRETS: Final = (
    re.compile(r"\bdt_[0-9a-f]{12}_[A-Za-z0-9_-]+"),
    re.compile(r"\b(?:sk|pk|rk|ghp|gho|ghs|xox[abp])[-_][A-Za-z0-9_-]{8,}"),
    re.compile(r"\bAKIA[0-9A-Z]{16}\b"),
    re.compile(r"(?<![\w-])eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*"),
    re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)", re.DOTALL),
)
_AFTER: Final = (
    re.compile(r"(?i)(\b(?:bearer|basic)\s+)[^\s\"',;]+"),
    re.compile(r"(?i)((?<![a-z0-9+.-])[a-z0-9+.-]+://[^\s/:@]*:)[^\s/@]+(?=@)"),
    re.compile(rf"(?i)((?<![\w-]){_NAMES}[\"']?\s*[:=]\s*[\"']?)(?!bearer\b|basic\b)[^\s\"',;&}}]+"),
)
_SECRET_NAME: Final = re.compile(rf"(?i)^{_NAMES}$")
_USUAL: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


def redacted(text: str) -> str:
    """Return a text without what looks like a secret: tokens, keys, passwords in addresses and assignments."""
    for pattern in _SECRETS:
        text = pattern.sub(_HIDDEN, text)
    for pattern in _AFTER:
        text = pattern.sub(_without_rest, text)
    return text


def _without_rest(found: re.Match[str]) -> str:
    """Return what names a secret, and not the secret; as a template, this would be read anew for every text."""
    return f"{found[1]}{_HIDDEN}"


def subject() -> dict[str, str]:
    """Return which session, run and step the current code works for, as far as that is known."""
    found: dict[str, str] = {}
    request = REQUEST.get()
    if request is not None:
        given: Mapping[str, str] = request.get("path_params") or {}
        found |= {name: str(given[name]) for name in ("session", "run") if name in given}
        if "conversation" in given:
            found["session"] = str(given["conversation"])
        if _SESSION in request:
            found["session"] = request[_SESSION]
    if (key := current_key()) is not None:
        run, _, step = key.partition("/")
        found |= {"run": run, "step": step}
    if (call := current_call()) is not None:
        found |= {"session": call.session, "run": call.run or found.get("run", ""), "call": call.call}
    return found | current_trace()


def about(session: str) -> None:
    """Note which session the request is about that the current code works for, where its path doesn't say so."""
    request = REQUEST.get()
    if request is not None:
        request[_SESSION] = session


class JsonFormatter(logging.Formatter):
    """A record as one line of JSON; what is in `extra` is in it, too."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as a line."""
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": redacted(record.getMessage()),
            **getattr(record, "subject", {}),
        }
        line |= {name: _shown(name, value) for name, value in vars(record).items() if name not in _KNOWN}
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["traceback"] = redacted(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False, default=str)


_KNOWN: Final = _USUAL | {"subject"}


class PlainFormatter(logging.Formatter):
    """A record as somebody reads it in a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as a line, with the traceback of an error below it."""
        clock = datetime.fromtimestamp(record.created).astimezone().strftime("%H:%M:%S")
        line = f"{clock} {record.levelname.lower()}: {redacted(record.getMessage())}"
        if record.exc_info is None or record.exc_info[0] is None:
            return line
        return f"{line}\n{redacted(self.formatException(record.exc_info))}"


def _shown(name: str, value: object) -> object:
    if _SECRET_NAME.match(name):
        return _HIDDEN
    if isinstance(value, Mapping):
        given = cast("Mapping[object, object]", value)
        return {str(key): _shown(str(key), one) for key, one in given.items()}
    if isinstance(value, bool | int | float | None):
        return value
    return redacted(str(value))


class _Subjects(logging.Filter):
    """Notes what a record is about where it is made, since a handler may write it on another thread."""

    def filter(self, record: logging.LogRecord) -> bool:
        if not hasattr(record, "subject"):
            record.subject = subject()
        return True


def write_logs(stream: TextIO | None = None, level: int | None = None) -> logging.Handler:
    """Write what duotone and uvicorn log, to stderr unless told otherwise; each of them once.

    In a terminal these are lines for people, from warnings up unless `level` says otherwise; elsewhere they are JSON.
    What uvicorn tells of its own beginning and end is left out.
    """
    target = stream or sys.stderr
    is_seen = target.isatty()
    handler = logging.StreamHandler(target)
    handler.name = "duotone-logs"
    handler.setFormatter(PlainFormatter() if is_seen else JsonFormatter())
    handler.addFilter(_Subjects())
    least = level if level is not None else logging.WARNING if is_seen else logging.INFO
    for name, wanted in (("duotone", least), ("uvicorn", max(least, logging.WARNING))):
        logger = logging.getLogger(name)
        for old in [one for one in logger.handlers if one.name == handler.name]:
            logger.removeHandler(old)
        logger.addHandler(handler)
        logger.setLevel(wanted)
        logger.propagate = False
    return handler
