"""Bearer tokens: made once and shown once, kept as hashes beside the log or in it, and compared in constant time."""

from __future__ import annotations

import asyncio
import hmac
import json
import os
import re
import secrets
import time
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from duotone.contract.offloading import offload
from duotone.errors import BadInput, BadTokens, DuotoneError, LogBusy, LogUnreachable
from duotone.runtime.log.addresses import Address, is_address
from duotone.server.kept_file import KeptFile
from duotone.server.tenancy import LOCAL, TENANT
from duotone.server.token_log import TokenLog

__all__ = ["SCOPES", "Token", "Tokens", "granted"]

SCOPES: Final[Mapping[str, frozenset[str]]] = {
    "read": frozenset({"read"}),
    "run": frozenset({"read", "run"}),
    "approve": frozenset({"read", "approve"}),
    "admin": frozenset({"read", "run", "approve", "admin"}),
}
"""What each scope allows: whoever may run or approve may read, and an administrator may everything."""

_LOOK: Final = 1.0
"""Seconds for which what was read of the file is good, so that a token is worth nothing that long after its end."""
_PATIENCE: Final = 30.0
"""Seconds for which what was read of a log is good while that can't be reached: nobody can do much then, anyway."""
_FORMAT: Final = 1
"""The version of the file."""
_BLANK: Final = f'{{"format": {_FORMAT}, "tokens": []}}'.encode()
_FOREVER: Final = 1e11
"""Seconds that no clock will show, some thousand years from the epoch."""
_LONGEST: Final = 100
_NOBODY: Final = sha256(b"nobody").hexdigest()
_SHAPE = re.compile(r"dt_([0-9a-f]{12})_([A-Za-z0-9_-]{43})")


def granted(scopes: Iterable[str]) -> frozenset[str]:
    """Return all that some scopes allow; raises `BadInput` for one that there is not."""
    allowed: frozenset[str] = frozenset()
    for scope in scopes:
        if scope not in SCOPES:
            raise BadInput("scope", f"is {scope!r}; it must be one of {', '.join(SCOPES)}")
        allowed |= SCOPES[scope]
    return allowed


@dataclass(frozen=True, slots=True)
class Token:
    """What is known of a token: all but its secret."""

    id: str
    name: str
    tenant: str
    scopes: tuple[str, ...]
    hash: str
    created: float
    expires: float | None = None
    revoked: float | None = None

    def is_good(self, now: float) -> bool:
        """Tell whether it opens anything."""
        return self.revoked is None and (self.expires is None or now < self.expires)


class Tokens:
    """The tokens of one server. Once there was one, every request needs one: revoking the last opens nothing."""

    def __init__(self, path: Path | None = None, log: Address | None = None) -> None:
        """Keep tokens in a file, in a log that machines share, or in memory alone; nothing is read yet."""
        self.path = path
        self.are_needed = False
        """Whether there is, or ever was, a token, as of the last look."""
        self.are_shared = False
        """Whether the tokens that were not revoked belong to more than one tenant, as of the last look."""
        self._file = None if path is None else KeptFile(path, _BLANK)
        self._log = None if log is None else TokenLog(log)
        self._known: dict[str, Token] = {}
        self._read_at = float("-inf")
        self._looking = asyncio.Lock()

    @property
    def _is_fresh(self) -> bool:
        return time.monotonic() - self._read_at < _LOOK

    @classmethod
    def beside(cls, log: Address | str | os.PathLike[str] | None) -> Tokens:
        """Return the tokens of a log: those of a file are in a file beside it, those of one in memory in memory, too.

        Those of a log in PostgreSQL are in the log itself, for all machines alike, unless DUOTONE_TOKENS names a file.
        """
        if isinstance(log, Address) or (isinstance(log, str) and is_address(log)):
            named = os.environ.get("DUOTONE_TOKENS")
            return cls(Path(named)) if named else cls(log=log if isinstance(log, Address) else Address(log))
        is_file = log is not None and str(log) != ":memory:"
        return cls(Path(f"{os.fspath(log)}.tokens") if is_file and log is not None else None)

    def close(self) -> None:
        """Let go of the log, if they are in one."""
        if self._log is not None:
            self._log.close()

    # -- ask ------------------------------------------------------------------------------------------------------

    async def refresh(self) -> None:
        """Know what is kept, if it was not read within the last second; the loop never waits for it.

        Raises `BadTokens` as long as the file can't be read, since nobody knows which tokens are good. A log that is
        gone for a moment is no reason to refuse anybody; after that, what it is refused with is raised.
        """
        if (self._file is None and self._log is None) or self._is_fresh:
            return
        async with self._looking:  # all who ask at this moment are answered by one look
            if not self._is_fresh:
                await self._look()

    async def _look(self) -> None:
        try:
            await offload(self.read)
        except (LogUnreachable, LogBusy):
            if time.monotonic() - self._read_at > _PATIENCE:
                raise

    def find(self, bearer: str, now: float | None = None) -> Token | None:
        """Return the token that somebody shows, None unless it is one of ours and still good."""
        shape = _SHAPE.fullmatch(bearer)
        token = None if shape is None else self._known.get(shape[1])
        kept = _NOBODY if token is None else token.hash
        is_same = hmac.compare_digest(kept, _hash("" if shape is None else shape[2]))
        return token if token is not None and is_same and token.is_good(now or time.time()) else None

    def opens(self, id: str | None) -> bool:  # noqa: A002  # what it is everywhere
        """Tell whether who has shown the token of this id, None for none, may still ask."""
        token = None if id is None else self._known.get(id)
        return not self.are_needed if id is None else token is not None and token.is_good(time.time())

    def list(self) -> list[Token]:
        """Return all tokens, the oldest first."""
        self.read()
        return sorted(self._known.values(), key=lambda token: token.created)

    # -- change ---------------------------------------------------------------------------------------------------

    def create(
        self, name: str, *, scopes: Iterable[str] = ("read",), tenant: str = LOCAL, seconds: float | None = None
    ) -> tuple[str, Token]:
        """Make a token, and return it as it is to be shown, once, with what is kept of it."""
        wanted = tuple(dict.fromkeys(scopes))
        granted(wanted)
        if not wanted:
            raise BadInput("scopes", f"are empty; name some of {', '.join(SCOPES)}")
        if not (name.strip() and name.isprintable() and len(name) <= _LONGEST):  # it is who did something, in the log
            raise BadInput("name", f"is {name!r}; take 1 to {_LONGEST} characters that can be printed")
        if not re.fullmatch(TENANT, tenant):
            raise BadInput("tenant", f"is {tenant!r}; take small letters, digits and -, at most 32")
        if seconds is not None and not 0 < seconds < _FOREVER:
            raise BadInput("seconds", f"are {seconds:g}, after which a token is worth nothing; take more than 0")
        number, secret, now = secrets.token_hex(6), secrets.token_urlsafe(32), time.time()
        token = Token(number, name, tenant, wanted, _hash(secret), now, None if seconds is None else now + seconds)
        with self._alone():
            self._write([token])
        return f"dt_{number}_{secret}", token

    def revoke(self, id: str) -> bool:  # noqa: A002  # what it is everywhere
        """Let a token open nothing any more, by its id or its name; False if there is none that did."""
        with self._alone():
            ended = [
                replace(token, revoked=time.time())
                for token in self._known.values()
                if id in {token.id, token.name} and token.revoked is None
            ]
            if ended:
                self._write(ended)
        return bool(ended)

    # -- where they are kept --------------------------------------------------------------------------------------

    def read(self) -> None:
        """Read what has changed; raises `BadTokens` if that is of no use, and what a log raises."""
        if self._log is not None:
            for row in self._log.rows():
                self._know({**self._known, row["id"]: self._logged(row)})
        if self._file is not None:
            with _refused(self._file.path, "read"), self._file.changed() as data:
                if data is not None:
                    self._know(_tokens_in(self._file.path, data))
        self._read_at = time.monotonic()

    @contextmanager
    def _alone(self) -> Generator[None]:
        """Know the file and change it while nobody else does; raises `LogBusy` if somebody never lets go of it."""
        if self._file is None:
            self.read()
            yield
            return
        with _refused(self._file.path, "written"), self._file.alone():
            self.read()
            yield

    def _know(self, tokens: Mapping[str, Token]) -> None:
        self._known = dict(tokens)
        self.are_shared = len({token.tenant for token in tokens.values() if token.revoked is None}) > 1
        self.are_needed = self.are_needed or bool(tokens)

    def _logged(self, row: Mapping[str, Any]) -> Token:
        try:
            return _token(row)
        except (ValueError, LookupError, TypeError) as error:
            remedy = "revoke that token, and make another one with `duotone token create`"
            raise BadTokens(str(self._log), f"{type(error).__name__}: {error}", remedy) from error

    def _write(self, changed: Iterable[Token]) -> None:
        """Keep some tokens as they are from here on."""
        tokens = {**self._known, **{token.id: token for token in changed}}
        if self._file is not None:
            rows = [asdict(token) for token in tokens.values()]
            self._file.write(json.dumps({"format": _FORMAT, "tokens": rows}, indent=1))
        elif self._log is not None:
            self._log.add(asdict(token) for token in changed)
        self._know(tokens)


def _hash(secret: str) -> str:
    """Return what is kept of a secret; one of 256 random bits needs nothing slower."""
    return sha256(secret.encode()).hexdigest()


@contextmanager
def _refused(path: Path, done: str) -> Generator[None]:
    """Say in one line why a file can't be read or written, and what to do about it."""
    try:
        yield
    except DuotoneError:  # it has said so
        raise
    except OSError as error:
        remedy = "give yourself the right to, or name another log with --log"
        raise BadTokens(str(path), f"the file can't be {done}: {error.strerror}", remedy) from error


def _tokens_in(path: Path, data: bytes) -> dict[str, Token]:
    """Return the tokens of a file by their ids; raises `BadTokens` for what none of ours has written."""
    try:
        whole: Mapping[str, Any] = json.loads(data)
        _want(whole["format"] == _FORMAT, f"its format is {whole['format']!r}, and this duotone knows {_FORMAT}")
        tokens = [_token(row) for row in whole["tokens"]]
    except (ValueError, LookupError, TypeError) as error:
        remedy = "put a copy of it back, or move it away and make tokens anew with `duotone token create`"
        raise BadTokens(str(path), f"the file is damaged: {type(error).__name__}: {error}", remedy) from error
    return {token.id: token for token in tokens}


def _token(row: Mapping[str, Any]) -> Token:
    given = dict(row)
    name, scopes = given["id"], tuple(given.pop("scopes"))
    texts = [given[key] for key in ("id", "name", "tenant", "hash")]
    times = [given["created"], given.get("expires") or 0.0, given.get("revoked") or 0.0]
    _want(all(isinstance(text, str) for text in texts), f"token {name!r} has a field that must be text")
    _want(all(isinstance(at, float | int) for at in times), f"token {name!r} has a field that must be a time")
    _want(set(scopes) <= set(SCOPES), f"token {name!r} has a scope that there is not")
    return Token(scopes=scopes, **given)


def _want(holds: bool, otherwise: str) -> None:  # noqa: FBT001  # what must hold
    if not holds:
        raise ValueError(otherwise)
