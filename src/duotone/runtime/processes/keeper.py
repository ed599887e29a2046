"""The keeper: a program of its own that runs one command, keeps its output and says how it ended, whoever is left.

It is started without the package around it, gets an `Order` on its standard input, and:

1. claims the directory with ``keeper.json``, so that the command starts once or never;
2. starts the command in a session of its own, and says so in ``child.json``;
3. writes what the command prints to ``output.0``, ``output.1`` …, of which the first and the last few stay;
4. ends the command, with everything that came from it, when it is told to, when its time is up, or when it is tied to
   a host that has ended: SIGTERM, then SIGKILL after the grace;
5. leaves ``exit.json`` as its last deed.

SIGTERM asks it to end the command, SIGUSR2 to end it at once, and SIGUSR1 to close the command's standard input.
"""

from __future__ import annotations

import fcntl
import marshal
import os
import select
import time

from duotone.runtime.processes.kin import become_reaper, descendants, is_group, start_mark
from duotone.runtime.processes.segments import Segments
from duotone.runtime.processes.traces import write_once, write_whole

TYPE_CHECKING = (
    False  # to load `typing` for this would take as long as all the rest, and so would the enums of `signal`
)
if TYPE_CHECKING:
    import signal
    from collections.abc import Callable

    from duotone.runtime.processes.orders import Order
else:
    import _signal as signal

__all__ = ["Keeper", "main"]

_CHUNK = 1 << 20
_LOOK = 0.25
"""Seconds between looks at what no descriptor tells of."""
_PATIENCE = 5.0
"""Seconds after SIGKILL until what still lives is given up."""
_OURS = (signal.SIGTERM, signal.SIGUSR1, signal.SIGUSR2, signal.SIGCHLD)
_DEAF = (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE)


class Keeper:
    """One command from its start to its end."""

    def __init__(self, directory: str, order: Order) -> None:
        self._directory, self._order = directory, order
        self._output = Segments(directory, order["segment"], order["segments"])
        self._child = 0
        self._status: int | None = None
        self._reason: str | None = None
        self._left = 0
        self._abandoned: list[int] = []
        self._kill_at: float | None = None
        self._give_up_at: float | None = None
        self._timeout_at = None if order["timeout"] is None else time.monotonic() + order["timeout"]
        self._input: int | None = None
        self._source, self._sink = _wide_pipe()
        self._buffer = memoryview(bytearray(_CHUNK))
        self._news, news = os.pipe()
        os.set_blocking(self._news, False)
        os.set_blocking(news, False)
        os.set_blocking(self._source, False)
        self._is_reaper = become_reaper()
        signal.set_wakeup_fd(news, warn_on_full_buffer=False)
        for number in _OURS:
            signal.signal(number, _heard)
        for number in _DEAF:
            signal.signal(number, signal.SIG_IGN)

    # -- the start ------------------------------------------------------------------------------------------------

    def start(self) -> bool:
        """Start the command; false if it can't be, which ``child.json`` then says."""
        source = self._standard_input()
        told, tell = os.pipe()
        self._child = os.fork()
        if not self._child:
            self._become_command(source, tell)
        for end in (source, tell, self._sink):
            os.close(end)
        with os.fdopen(told, "rb") as trouble:
            error = trouble.read().decode()
        started = {"error": error} if error else {"pid": self._child, "since": start_mark(self._child)}
        write_whole(self._path("child.json"), started)
        return not error

    def _standard_input(self) -> int:
        if not self._order["has_input"]:
            return os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)
        path = self._path("input")
        os.mkfifo(path, 0o600)
        source = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        # As long as this end is open, the command sees no end of its input, whoever comes and goes.
        self._input = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
        os.set_blocking(source, True)
        return source

    def _become_command(self, source: int, tell: int) -> None:
        """Be the command, in the forked child; what hinders that goes to `tell`."""
        try:
            os.setsid()
            os.dup2(source, 0)
            os.dup2(self._sink, 1)
            os.dup2(self._sink, 2)
            signal.set_wakeup_fd(-1)
            for number in (*_OURS, *_DEAF):
                signal.signal(number, signal.SIG_DFL)
            os.chdir(self._order["cwd"])
            os.execvpe(self._order["argv"][0], self._order["argv"], self._order["env"])  # noqa: S606  # no shell is meant
        except BaseException as error:  # noqa: BLE001  # the parent says it
            os.write(tell, f"{type(error).__name__}: {error}".encode())
        finally:
            os._exit(127)

    # -- while it runs --------------------------------------------------------------------------------------------

    def keep(self) -> None:
        """Stay until the command has ended, with everything that came from it, or is given up."""
        sources = [self._source, self._news]
        while not self._is_over():
            ready = select.select(sources, [], [], self._pause())[0]
            if self._source in ready and not self._pump():
                sources.remove(self._source)
            if self._news in ready:
                for number in os.read(self._news, 4096):
                    self._hear(number)
            if self._is_orphan():
                self._end("its host has ended")
            self._look_at_the_time()
        self._pump()
        self._say_how_it_ended()

    def _is_orphan(self) -> bool:
        return self._order["host"] not in {None, os.getppid()} and self._kill_at is None

    def _pump(self) -> bool:
        """Write down what there is to read; false once there will be no more."""
        for _ in range(16):  # then it is time to look at the rest
            try:
                size = os.readv(self._source, [self._buffer])
            except BlockingIOError:
                return True
            if not size:
                return False
            try:
                self._output.write(self._buffer[:size])
            except OSError:
                continue  # the disk is full; the command goes on, and so does reading
        return True

    def _hear(self, number: int) -> None:
        if number == signal.SIGTERM:
            self._end("killed")
        elif number == signal.SIGUSR2:
            self._end("killed")
            self._kill_at = 0.0
        elif number == signal.SIGUSR1 and self._input is not None:
            os.unlink(self._path("input"))  # noqa: PTH108
            os.close(self._input)
            self._input = None

    def _pause(self) -> float | None:
        """Return how long nothing has to be looked at."""
        if self._kill_at is not None:
            return 0.02
        polls = self._order["host"] is not None or (self._status is not None and not self._is_reaper)
        until = [] if self._timeout_at is None else [self._timeout_at - time.monotonic()]
        return max(0.0, min([*until, _LOOK] if polls else until)) if polls or until else None

    def _look_at_the_time(self) -> None:
        moment = time.monotonic()
        if self._timeout_at is not None and moment >= self._timeout_at:
            self._end("timeout")
        if self._kill_at is not None and moment >= self._kill_at:
            self._give_up_at = self._give_up_at or moment + _PATIENCE
            self._signal(signal.SIGKILL)

    # -- the end --------------------------------------------------------------------------------------------------

    def _is_over(self) -> bool:
        are_any = self._reap()
        if self._status is not None and are_any and not self._order["waits"] and self._kill_at is None:
            self._left = len(self._targets())
            self._end(None)
        if are_any and self._give_up_at is not None and time.monotonic() >= self._give_up_at:
            self._abandoned = self._targets()
            return True
        return not are_any

    def _reap(self) -> bool:
        """Take the ends of all that have ended; return whether anything that came from the command is left."""
        try:
            while True:
                pid, status = os.waitpid(-1, os.WNOHANG)
                if not pid:
                    return True
                if pid == self._child:
                    self._status = status
        except ChildProcessError:
            return not self._is_reaper and is_group(self._child)

    def _end(self, reason: str | None) -> None:
        """Begin to end the command and what came from it."""
        if self._kill_at is not None:
            return
        self._reason = reason
        self._timeout_at = None
        self._kill_at = time.monotonic() + self._order["grace"]
        self._signal(signal.SIGTERM)
        self._signal(signal.SIGCONT)

    def end_at_once(self) -> None:
        """Leave nothing behind that nobody keeps."""
        self._signal(signal.SIGKILL)

    def _signal(self, number: int) -> None:
        if number == signal.SIGKILL or not self._is_reaper:
            _send(os.killpg, self._child, number)  # all of a group at once, so that none escapes by forking
        if self._is_reaper:
            for pid in self._targets():
                _send(os.kill, pid, number)

    def _targets(self) -> list[int]:
        if self._is_reaper:
            return descendants(os.getpid())
        return [self._child] if is_group(self._child) else []

    def _say_how_it_ended(self) -> None:
        code = None if self._status is None else os.waitstatus_to_exitcode(self._status)
        ended = {"code": code, "reason": self._reason, "left": self._left, "abandoned": self._abandoned}
        write_whole(self._path("exit.json"), {**ended, "bytes": self._output.total, "at": time.time()})

    def _path(self, name: str) -> str:
        return os.path.join(self._directory, name)  # noqa: PTH118


def _heard(_number: int, _frame: object) -> None:
    """Do nothing: the descriptor that a signal wakes is read where it is waited for."""


def _wide_pipe() -> tuple[int, int]:
    ends = os.pipe()
    if hasattr(fcntl, "F_SETPIPE_SZ"):
        try:
            fcntl.fcntl(ends[0], fcntl.F_SETPIPE_SZ, _CHUNK)
        except OSError:
            return ends  # there is a limit for each user
    return ends


def _send(how: Callable[[int, int], None], target: int, number: int) -> None:
    try:
        how(target, number)
    except (ProcessLookupError, PermissionError):
        return  # it has ended, or is no longer ours to end; the latter is told as abandoned


def main(directory: str) -> None:
    """Do what the standard input says; whoever waits for the end of the standard output knows that it has begun."""
    with os.fdopen(os.dup(0), "rb") as said:
        order: Order = marshal.load(said)  # noqa: S302  # of whoever has started us
    fcntl.fcntl(1, fcntl.F_SETFD, fcntl.FD_CLOEXEC)
    claim = {"pid": os.getpid(), "since": start_mark(os.getpid())}
    if not write_once(os.path.join(directory, "keeper.json"), claim):  # noqa: PTH118
        return
    keeper = Keeper(directory, order)
    is_started = keeper.start()
    nowhere = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    if is_started:
        try:
            keeper.keep()
        except BaseException:
            keeper.end_at_once()
            raise
