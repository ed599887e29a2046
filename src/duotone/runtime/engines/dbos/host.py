"""The one DBOS that a process can have: on a loop and a thread of its own, shared by all runtimes of the process.

1. Drives and steps are begun on that loop, and nothing of users runs there. DBOS takes over the default executor of a
   loop that it is used on, and doesn't outlive that loop; loops of users come and go.
2. Its executor id is new each time, so that it never takes a run of a process that lives for one of its own.
3. It is launched under a lock of the database, since two that make the tables at once get in each other's way.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar
from uuid import uuid4

from dbos import DBOS, DBOSConfig, DBOSPortableJSONSerializer

from duotone.errors import BadEngine, EngineDown, LogUnreachable
from duotone.runtime.engines.dbos.errands import done_on
from duotone.runtime.log.addresses import Address
from duotone.runtime.log.postgres.driver import Connection, psycopg
from duotone.runtime.log.postgres.translation import is_lost, meaning_of

__all__ = ["Host", "give_back", "lent"]

P = ParamSpec("P")
T = TypeVar("T")

_log = logging.getLogger(__name__)
_VERSION = "duotone.1"
"""What decides on a run: DBOS hands nothing to an executor of another version."""
_LOCK = 0x64756F74
"""The lock under which DBOS makes its tables."""
_SECONDS = 10
"""How long a server may take to answer whoever connects."""
_LEAVE = 5.0
"""Seconds that its threads have to end when it is stopped."""
_TRY = 0.05
"""Seconds between two tries to be alone in the database."""
_PAUSE = 0.5
"""Seconds between two looks at a server that is down."""


class Host:
    """A DBOS, and the thread that it lives on."""

    def __init__(self, address: Address, schema: str) -> None:
        """Be nowhere yet."""
        self.address = address
        self.schema = schema
        self.process = os.getpid()
        self.users = 0
        self.executor = f"duotone-{self.process}-{uuid4().hex[:8]}"
        self.loop = asyncio.new_event_loop()
        self._is_made = False
        self._thread = threading.Thread(target=self._live, name="duotone-dbos", daemon=True)

    def _live(self) -> None:
        asyncio.set_event_loop(self.loop)
        try:
            self.loop.run_forever()
        finally:
            self.loop.close()

    def launch(self, patience: float) -> None:
        """Launch, alone in the database; waits for a server that is down for so long."""
        try:
            connection = _connected(self.address, patience)
        except BaseException:
            self.loop.close()
            raise
        try:
            _lock(connection)
            self._thread.start()
            self._launch()
        except BaseException:
            self.stop()
            raise
        finally:
            connection.close()

    def _launch(self) -> None:
        config: DBOSConfig = {
            "name": "duotone",
            "system_database_url": self.address.secret,
            "dbos_system_schema": self.schema,
            "executor_id": self.executor,
            "application_version": _VERSION,
            "serializer": DBOSPortableJSONSerializer(),
            "log_level": "CRITICAL",
            "enable_otlp": False,
        }
        DBOS(config=config)
        if DBOS.executor_id != self.executor:
            reason = "this process has a DBOS of its own already, and can have one only; run duotone in another process"
            raise BadEngine(f"dbos+{self.address}", reason)
        self._is_made = True
        DBOS.launch()

    def stop(self) -> None:
        """End it; what is under way stays as it is, for others to go on with."""
        if not self._thread.is_alive():
            self.loop.close()
            return
        asyncio.run_coroutine_threadsafe(_end_tasks(), self.loop).result()
        if self._is_made:
            DBOS.destroy()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()

    async def do(self, function: Callable[P, Coroutine[Any, Any, T]], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call something on the loop of DBOS, from any other."""
        return await done_on(self.loop, function, *args, **kwargs)


def _lock(connection: Connection) -> None:
    """Be alone in the database. It is asked for again and again, since whoever has it makes indexes.

    PostgreSQL makes those only once every statement has ended that was begun before, and one that waits is such a one.
    """
    while True:
        row = connection.execute("select pg_try_advisory_lock(%s)", (_LOCK,)).fetchone()
        if row is not None and row[0]:
            return
        time.sleep(_TRY)


async def _end_tasks() -> None:
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    # What its threads are still asking of the database they ask on connections that would be left open otherwise.
    idle = asyncio.ensure_future(asyncio.get_running_loop().shutdown_default_executor())
    await asyncio.wait({idle}, timeout=_LEAVE)


_mutex = threading.Lock()
_hosts: list[Host] = []
"""The DBOS of this process, if there is one."""


def lent(address: Address, schema: str, patience: float) -> Host:
    """Return the DBOS of this process, launched if need be; blocks.

    Raises `BadEngine` if it is on another database, and `EngineDown` if that can't be reached.
    """
    with _mutex:
        if _hosts and _hosts[0].process != os.getpid():
            reason = "this process was forked from one that has a DBOS, which doesn't live through that; spawn it"
            raise BadEngine(f"dbos+{address}", reason)
        if _hosts and (_hosts[0].address, _hosts[0].schema) != (address, schema):
            reason = f"the DBOS of this process is at {_hosts[0].address}, and a process can have one only"
            raise BadEngine(f"dbos+{address}", reason)
        if not _hosts:
            _hosts.append(_launched(address, schema, patience))
        _hosts[0].users += 1
        return _hosts[0]


def _launched(address: Address, schema: str, patience: float) -> Host:
    """Return one that was launched, also where its server goes away and comes back meanwhile."""
    until = time.monotonic() + patience
    while True:
        host = Host(address, schema)
        try:
            host.launch(until - time.monotonic())
        except Exception as error:
            lost = _loss_in(error)
            if lost is None:
                raise
            reason = address.without_secrets(str(lost).strip())
            if time.monotonic() > until:
                raise EngineDown(f"dbos+{address}", reason) from None
            _log.warning("PostgreSQL at %s went away, and is waited for: %s", address, reason)
        else:
            return host


def _loss_in(error: BaseException | None) -> BaseException | None:
    """Return the error of the driver that says so where a server went away, whatever that was made into."""
    while error is not None and not is_lost(error):
        error = getattr(error, "orig", None) or error.__cause__ or error.__context__
    return error


def give_back(host: Host) -> None:
    """Need it no longer; the last one who says so ends it."""
    with _mutex:
        host.users -= 1
        if not host.users:
            _hosts.remove(host)
            host.stop()


def _connected(address: Address, patience: float) -> Connection:
    until = time.monotonic() + patience
    while True:
        try:
            return psycopg().connect(address.secret, autocommit=True, connect_timeout=_SECONDS)
        except psycopg().Error as error:
            found = meaning_of(error, address, _SECONDS)
            reason = found.reason if isinstance(found, LogUnreachable) else address.without_secrets(str(found))
            if isinstance(found, LogUnreachable) and found.is_lasting:
                remedy = "see user, password and database in the address, and that the database is there: createdb"
                raise BadEngine(f"dbos+{address}", f"{reason}; {remedy}") from None
            if time.monotonic() > until:
                raise EngineDown(f"dbos+{address}", reason) from None
        _log.warning("PostgreSQL at %s can't be reached, and is waited for: %s", address, reason)
        time.sleep(_PAUSE)
