"""Serving: one process on one port, which refuses to be open to strangers and ends in time when it is told to.

1. The first SIGTERM or SIGINT: nothing more is accepted, streams end so that their readers come back elsewhere, and
   what runs has until the deadline to end; what has not is parked in the log, for the next process to go on with.
2. The second one, or the deadline: the process ends at once. What was acknowledged is in the log all the same.
3. A process that others hold for dead can't write any more, and ends at once: whoever looks after it starts it again.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Generator, Mapping
from typing import Any, Final

import uvicorn

from duotone.errors import BadInput, CutOff
from duotone.runtime.log import Log
from duotone.runtime.log.addresses import is_address
from duotone.server.app import create_app
from duotone.server.connections import Silences
from duotone.server.ground import AgentEntry, Ground, Settings
from duotone.server.limits import is_loopback
from duotone.server.logs import write_logs

__all__ = [
    "CUT_OFF",
    "OVERTIME",
    "OnReady",
    "Serving",
    "bound",
    "is_loopback",
    "refuse_broken",
    "refuse_strangers",
    "serve",
]

OnReady = Callable[[str], object]
"""What is called with the address of a server once it answers."""

_LOGGER = logging.getLogger("duotone.server")

_TICKS: Final = 10
"""How often uvicorn looks about itself in a second."""
_SPARE: Final = 2.0
"""Seconds past the deadline after which the process is ended whatever it does."""
_MOMENT: Final = 1.0
"""Seconds after which somebody wants to know why it has not ended yet."""
OVERTIME: Final = 70
"""The status with which a process ends that did not end in time."""
CUT_OFF: Final = 75
"""The status with which a process ends that others hold for dead; to start it again is all that it needs."""


def serve(
    settings: Settings, *, agents: Mapping[str, AgentEntry] | None = None, on_ready: OnReady | None = None, **more: Any
) -> int:
    """Serve until a signal says to stop; returns the status to exit with.

    `more` goes to `Ground`. Raises `BadInput` for a port that is taken, and for an address that strangers can reach
    while there is no token; `LogUnwritable` and the like for a log that can't be opened.
    """
    return Serving(Ground(settings=settings, agents=agents or {}, **more), on_ready=on_ready).run_to_end()


def refuse_strangers(ground: Ground) -> None:
    """Raise `BadInput` if others than this machine could ask without a token."""
    ground.tokens.read()
    if not is_loopback(ground.settings.host) and not ground.tokens.are_needed:
        log = ground.settings.log
        where = f" --log {os.fspath(log)}" if isinstance(log, str | os.PathLike) and not is_address(str(log)) else ""
        remedy = f"make a token first ('duotone token create --scope admin{where}'), or serve on 127.0.0.1"
        raise BadInput("host", f"is {ground.settings.host}, where strangers could ask without a token; {remedy}")


def bound(settings: Settings) -> socket.socket:
    """Return a socket that listens where the settings say; raises `BadInput` if that can't be."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except OSError as error:
        why = (error.strerror or str(error)).partition(" (while ")[0]
        remedy = "name another one, or 0 for any that is free"
        reason = f"is {settings.port}, on which {settings.host} can't listen ({why}); {remedy}"
        raise BadInput("port", reason) from error


def refuse_broken(ground: Ground) -> None:
    """Raise what is wrong with the log before it is served: `LogUnreachable`, `LogTooNew`, `LogUnwritable`."""
    if ground.store is None and ground.settings.log is not None:
        with Log(ground.settings.log) as log:
            log.check_writable()


class Serving(uvicorn.Server):
    """A server that drains what it stands on before it ends."""

    def __init__(self, ground: Ground, *, on_ready: OnReady | None = None) -> None:
        """Prepare to serve; nothing is bound yet."""
        self._app = create_app(ground)
        self._open = contextlib.AsyncExitStack()
        config = uvicorn.Config(
            self._app,
            log_config=None,
            access_log=False,
            server_header=False,
            lifespan="off",  # entered in `startup`, so that what is in its way is raised, and no traceback logged
            ws="websockets-sansio",
            backlog=2048,
        )
        super().__init__(config)
        self._ground = ground
        ground.on_cut_off = _end_cut_off
        self._on_ready = on_ready
        self._url = ""
        self._signals = 0
        self._silences = Silences(ground.settings.head_seconds)

    def run_to_end(self, listener: socket.socket | None = None) -> int:
        """Serve until a signal, and return the status to exit with."""
        refuse_strangers(self._ground)
        refuse_broken(self._ground)
        write_logs()
        _allow_many_files()
        listening = listener or bound(self._ground.settings)
        host, port = listening.getsockname()[:2]
        self._url = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
        with listening:
            self.run([listening])
        return 0 if self.started else 1

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the ground, begin to answer, and say so; raises what is in the way of that."""
        await self._open.enter_async_context(self._app.router.lifespan_context(self._app))
        await super().startup(sockets)
        if not self.started:
            return
        gc.collect()
        gc.freeze()  # what is there by now stays, and to look through it again and again would hold up requests
        if self._on_ready is not None:
            self._on_ready(self._url)
        _LOGGER.info("serves %s", self._url)
        self._tell_what_is_possible()

    def _tell_what_is_possible(self) -> None:
        """Say what this deployment can and can't do."""
        facts = self._ground.deployment.facts
        _LOGGER.info("deployment: %s", "; ".join(f"{fact.what} {fact.ability} ({fact.found})" for fact in facts))

    async def on_tick(self, counter: int) -> bool:
        """Do what uvicorn does ten times a second, and look after connections once in each."""
        if counter % _TICKS == 0:
            self._silences.end(self.server_state.connections, time.monotonic())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept nothing more, let what goes on end or be parked, and close the ground, all within the deadline."""
        seconds = self._ground.settings.drain_seconds
        watchdog = threading.Timer(seconds + _SPARE, os._exit, [OVERTIME])
        watchdog.daemon = True
        watchdog.start()
        self.config.timeout_graceful_shutdown = max(1, round(seconds))
        # What requests wait for ends or is parked while they are waited for.
        loop = asyncio.get_running_loop()
        draining = loop.create_task(self._drain(seconds))
        telling = loop.call_later(_MOMENT, self._tell_what_goes_on, seconds)
        await super().shutdown(sockets)
        await draining
        await self._open.aclose()
        gc.unfreeze()
        telling.cancel()
        watchdog.cancel()
        _LOGGER.info("has ended")

    def _tell_what_goes_on(self, seconds: float) -> None:
        going = ", ".join(self._ground.going)
        _LOGGER.warning("waits up to %g s for %s; a second signal ends it at once", seconds, going or "its clients")

    async def _drain(self, seconds: float) -> None:
        left = await self._ground.drain(seconds)
        if left:
            _LOGGER.warning("left to the next process: %s", ", ".join(left))

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Heed signals while the server runs, and leave them as they were."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: object) -> None:  # noqa: ARG002  # what signals are heeded with
        """End in good order at the first signal, and at once at the second."""
        self._signals += 1
        if self._signals > 1:
            os._exit(128 + sig)
        self.should_exit = True


def _end_cut_off(error: CutOff) -> None:
    _LOGGER.error("ends at once, since nothing can be written any more: %s", error)
    logging.shutdown()
    os._exit(CUT_OFF)


def _allow_many_files() -> None:
    """Let the process have as many connections as the system allows it."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415  # there is none on Windows

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):  # then it has as many as it has
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
