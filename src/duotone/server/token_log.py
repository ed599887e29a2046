"""Tokens as events of a log that machines share: made or revoked on one of them, known on all, and never forgotten.

The log has the hash of a secret of 256 random bits, from which nobody gets the secret back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from duotone.runtime.events import Append, Draft
from duotone.runtime.log import Log
from duotone.runtime.log.addresses import Address

if TYPE_CHECKING:
    from duotone.runtime.log.postgres import PostgresStore

__all__ = ["TOKENS", "TokenLog"]

TOKENS: Final = "duotone.tokens"
"""The session in which they are; no tenant sees it, and it is never pruned."""
_KEPT: Final = "token.kept"


class TokenLog:
    """The way to the tokens of one log; it is opened when it is first used."""

    def __init__(self, address: Address) -> None:
        """Have read nothing."""
        self._address = address
        self._log: Log | None = None
        self._store: PostgresStore | None = None
        self._seq = 0
        self._mutex = Lock()

    def __str__(self) -> str:
        """Say which log it is, without its secrets."""
        return str(self._address)

    def rows(self) -> Iterator[Mapping[str, Any]]:
        """Yield what was kept since the last time, the oldest first; raises at once where the log can't be read."""
        with self._mutex:
            for event in self._opened().read(TOKENS, after=self._seq):
                if event.kind == _KEPT:
                    yield event.data
                self._seq = event.seq

    def add(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Keep tokens as they are from here on."""
        with self._mutex:
            self._opened().append(Append(TOKENS, [Draft(_KEPT, {**row, "scopes": [*row["scopes"]]}) for row in rows]))

    def _opened(self) -> Log:
        if self._log is None:
            from duotone.runtime.log.postgres import PostgresStore  # noqa: PLC0415  # many never need one

            # Whoever asks with a token is not to wait for a server that is gone.
            self._store = PostgresStore(self._address, patience=0.0)
            self._log = Log(self._store)
        return self._log

    def close(self) -> None:
        """Close it, until it is used again."""
        with self._mutex:
            log, store = self._log, self._store
            self._log = self._store = None
        if log is not None and store is not None:
            log.close()
            store.close()
