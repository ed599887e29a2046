"""Bearer tokens: made once and shown once, kept as hashes beside the log, and compared in constant time."""

from __future__ import annotations

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
from duotone.errors import BadInput, LogBusy
from duotone.runtime.log.locks import lock
from duotone.server.tenancy import LOCAL, TENANT

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
_PATIENCE: Final = 5.0
"""Seconds for which somebody may be changing the file before another one gives up."""
_PAUSE: Final = 0.01
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

    def __init__(self, path: Path | None = None) -> None:
        """Keep tokens in a file, or in memory alone; nothing is read yet."""
        self.path = path
        self.are_needed = False
        """Whether there is, or ever was, a token, as of the last look."""
        self._known: dict[str, Token] = {}
        self._read_at = float("-inf")
        self._stamp: tuple[int, int, int] | None = None

    @classmethod
    def beside(cls, log: str | os.PathLike[str] | None) -> Tokens:
        """Return the tokens that are kept beside a log; those of a log in memory are in memory, too."""
        is_file = log is not None and str(log) != ":memory:"
        return cls(Path(f"{os.fspath(log)}.tokens") if is_file and log is not None else None)

    # -- ask ------------------------------------------------------------------------------------------------------

    async def refresh(self) -> None:
        """Know what the file says, if it was not read within the last second; the loop never waits for it."""
        if self.path is not None and time.monotonic() - self._read_at >= _LOOK:
            await offload(self.read)

    def find(self, bearer: str, now: float | None = None) -> Token | None:
        """Return the token that somebody shows, None unless it is one of ours and still good."""
        shape = _SHAPE.fullmatch(bearer)
        token = None if shape is None else self._known.get(shape[1])
        kept = _NOBODY if token is None else token.hash
        is_same = hmac.compare_digest(kept, _hash("" if shape is None else shape[2]))
        return token if token is not None and is_same and token.is_good(now or time.time()) else None

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
        if not re.fullmatch(TENANT, tenant):
            raise BadInput("tenant", f"is {tenant!r}; take small letters, digits and -, at most 32")
        number, secret, now = secrets.token_hex(6), secrets.token_urlsafe(32), time.time()
        token = Token(number, name, tenant, wanted, _hash(secret), now, None if seconds is None else now + seconds)
        with self._alone():
            self._write({**self._known, token.id: token})
        return f"dt_{number}_{secret}", token

    def revoke(self, id: str) -> bool:  # noqa: A002  # what it is everywhere
        """Let a token open nothing any more, by its id or its name; False if there is none that did."""
        with self._alone():
            ended = {
                token.id: replace(token, revoked=time.time())
                for token in self._known.values()
                if id in {token.id, token.name} and token.revoked is None
            }
            if ended:
                self._write({**self._known, **ended})
        return bool(ended)

    # -- the file -------------------------------------------------------------------------------------------------

    def read(self) -> None:
        """Read the file if it has changed."""
        self._read_at = time.monotonic()
        stamp = None if self.path is None else _stamp(self.path)
        if self.path is None or stamp == self._stamp:
            return
        rows: list[dict[str, Any]] = json.loads(self.path.read_bytes())["tokens"] if stamp is not None else []
        self._know({row["id"]: Token(scopes=tuple(row.pop("scopes")), **row) for row in rows})
        self._stamp = stamp

    @contextmanager
    def _alone(self) -> Generator[None]:
        """Know the file and change it while nobody else does; raises `LogBusy` if somebody never lets go of it."""
        if self.path is None:
            yield
            return
        with Path(f"{self.path}.lock").open("ab") as file:
            deadline = time.monotonic() + _PATIENCE
            while True:
                try:
                    lock(file)
                except OSError:
                    if time.monotonic() > deadline:
                        raise LogBusy(str(self.path), _PATIENCE) from None
                    time.sleep(_PAUSE)
                else:
                    break
            self.read()
            yield

    def _know(self, tokens: Mapping[str, Token]) -> None:
        self._known = dict(tokens)
        self.are_needed = self.are_needed or bool(tokens)

    def _write(self, tokens: Mapping[str, Token]) -> None:
        """Put another file into the place of this one, at once and for our eyes only."""
        if self.path is not None:
            body = json.dumps({"format": 1, "tokens": [asdict(token) for token in tokens.values()]}, indent=1)
            draft = self.path.with_name(f"{self.path.name}.{secrets.token_hex(4)}")
            with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:  # noqa: PTH123  # of a descriptor
                file.write(body)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self.path)
            self._stamp = _stamp(self.path)
        self._know(tokens)


def _hash(secret: str) -> str:
    """Return what is kept of a secret; one of 256 random bits needs nothing slower."""
    return sha256(secret.encode()).hexdigest()


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_mtime_ns, found.st_ino, found.st_size
