"""A log in PostgreSQL that is made from another log: in one transaction, which a server ends that loses its client."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Sequence
from typing import Any, Final

from duotone.errors import LogNotEmpty, LogUncertain, LogUnmovable
from duotone.runtime.log.addresses import Address
from duotone.runtime.log.chain import Damage
from duotone.runtime.log.postgres.connections import refuse_encoding
from duotone.runtime.log.postgres.driver import Connection, psycopg
from duotone.runtime.log.postgres.looking import Streaming
from duotone.runtime.log.postgres.schema import SCHEMA, make
from duotone.runtime.log.postgres.translation import is_lost, translated
from duotone.runtime.log.postgres.writer import LOCK
from duotone.runtime.log.postgres.writing import CHANNEL, arrays
from duotone.runtime.log.receiving import COPIED, Receiver
from duotone.runtime.log.tables import Answer
from duotone.runtime.log.verify import Progress, content_damage

__all__ = ["receiving", "refuse_content"]

_SECONDS: Final = 10
"""How long a server may take to answer whoever connects."""
_WAIT: Final = 30.0
"""How long to wait for somebody who has the log alone, in seconds."""
_NUMBERS: Final = {"id", "seq", "fence", "first", "event"}
_TYPES: Final = {"at": "float8", "is_behind": "integer"} | dict.fromkeys(_NUMBERS, "bigint")

# Whoever copies is at rest while it reads elsewhere, and one statement may take long.
_SETTINGS: Final = (
    "select set_config('search_path', %s, false), set_config('lock_timeout', %s, false), "
    "set_config('statement_timeout', '0', false), set_config('idle_in_transaction_session_timeout', '0', false), "
    "set_config('synchronous_commit', 'on', false), current_setting('server_encoding')"
)


class _PostgresReceiver:
    """The tables of a log in PostgreSQL, as the transaction sees them that fills them."""

    def __init__(self, address: Address, connection: Connection) -> None:
        self._address = address
        self._connection = connection
        self._streaming = Streaming(connection)

    def put(self, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Write rows; raises `LogUnmovable` for a null character, which a file can hold in a name."""
        for row in rows:
            if any(isinstance(value, str) and "\0" in value for value in row):
                where = f"the row {row[0]!r} of table {table}"
                raise LogUnmovable(str(self._address), where, "PostgreSQL has no null characters in texts")
        columns = COPIED[table]
        values = ", ".join(f"%s::{_TYPES.get(column, 'text')}[]" for column in columns)
        query = f"insert into {table} ({', '.join(columns)}) select * from unnest({values})"  # noqa: S608  # ours
        self._connection.execute(query, arrays(rows))

    def finish(self, last: int, at: float) -> None:
        """Let whoever appends go on from there."""
        self._connection.execute("update log set last = %s, turn = turn + 1, at = %s", (last, at))
        self._connection.execute("select pg_notify(%s, %s)", (CHANNEL, str(last)))

    def damage(self, progress: Progress | None) -> list[Damage]:
        """Follow the chain of what was put, and compare all rows with it."""
        return content_damage(self._streaming, progress)

    def execute(self, query: str, values: Sequence[Any] = (), /) -> Answer:
        """Ask for what was put."""
        return self._streaming.execute(query, values)

    def close(self) -> None:
        """Let go of all answers."""
        self._streaming.close()


def refuse_content(address: Address) -> None:
    """Raise what would be in the way of a log that is brought there; nothing is made for it."""
    with _filling(address):
        pass


@contextlib.contextmanager
def receiving(address: Address) -> Generator[Receiver]:
    """Fill a database in the block; it has all of it once the block has ended well, and is as it was otherwise."""
    with _filling(address) as connection:
        with contextlib.closing(_PostgresReceiver(address, connection)) as receiver:
            yield receiver
        try:
            connection.execute("commit")
        except psycopg().Error as error:
            if is_lost(error):
                raise LogUncertain(str(address), 0) from error
            raise
        connection.execute(f"analyze {', '.join(COPIED)}")


@contextlib.contextmanager
def _filling(address: Address) -> Generator[Connection]:
    """Have a database alone that holds no log yet, or an empty one; what is not committed is gone with the block."""
    with translated(address, _WAIT):
        connection = psycopg().connect(
            address.secret, autocommit=True, connect_timeout=_SECONDS, fallback_application_name="duotone migrate"
        )
        with contextlib.closing(connection):
            settings = connection.execute(_SETTINGS, (SCHEMA, f"{round(_WAIT * 1000)}ms")).fetchone()
            refuse_encoding(settings[-1], str(address))
            connection.execute("begin")
            make(connection, str(address))
            connection.execute(LOCK)
            for table in COPIED:
                [count] = connection.execute(f"select count(*) from {table}").fetchone()  # noqa: S608  # ours
                if count:
                    raise LogNotEmpty(str(address), f"table {table} has {count} rows")
            yield connection
