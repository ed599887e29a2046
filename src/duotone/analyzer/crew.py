"""The processes that work on the files of a run: whoever has read a file runs it too, since it still has the tree."""

from __future__ import annotations

import collections
import contextlib
import gc
import multiprocessing
import os
import queue
import signal
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from multiprocessing import connection
from typing import Any, NoReturn, Self, TypeVar

from duotone.analyzer import work
from duotone.analyzer.shelf import Exchange
from duotone.analyzer.work import Chunk, Read, Shared
from duotone.errors import ProcessLost

__all__ = ["Crew"]

Result = TypeVar("Result")
_Paths = Sequence[str]
_Work = Callable[[Shared, _Paths], Result]

_SMALL = 40
"""So few files are done before another process has started."""
_LARGEST = 64
"""So many files are given to a process at once: it shows how far it is, and others get their share."""
_AHEAD = 2
"""So many orders a process has at a time, so that it need not wait for the next one."""
_TESTS = frozenset({"test", "tests"})


class Crew:
    """The processes of one run, which start when there is enough to do, and end with the run."""

    def __init__(self, shared: Shared, jobs: int | None) -> None:
        self._shared = shared
        self._count = jobs or os.cpu_count() or 1
        self._members: list[_Member] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        for member in self._members:
            member.end(is_failure=kind is not None)
        self._members.clear()
        self._shared.exchange.close()

    def read(self, paths: _Paths) -> Iterator[dict[str, Read]]:
        """Read the outlines of files, in parts."""
        if self._is_alone(paths):
            yield from _alone(work.read_files, self._shared, paths)
            return
        share = collections.deque(_parts(sorted(paths, key=_kinship), self._count))
        self._start()
        for member, part, read in self._dealt(work.read_files, [share] * self._count):
            member.files.extend(part)
            yield read

    def tell(self, reads: Mapping[str, Read], names: Mapping[str, str]) -> None:
        """Let everybody know what was read of every file."""
        self._shared.take(reads, names)
        for member in self._members:
            member.send(work.learn, self._shared.told(member.files))
        for member in self._members:
            member.receive()

    def run(self, paths: _Paths) -> Iterator[Chunk]:
        """Run the bodies of files, in parts."""
        return self.spread(work.run_files, paths)

    def spread(self, function: _Work[Result], paths: _Paths) -> Iterator[Result]:
        """Do something with files, in parts."""
        if self._is_alone(paths) and not self._members:
            yield from _alone(function, self._shared, paths)
            return
        self._start()
        for _, _, result in self._dealt(function, self._shares(paths)):
            yield result

    def _shares(self, paths: _Paths) -> list[collections.deque[_Paths]]:
        """What each process has read before, with an equal part of what nobody has."""
        wanted = set(paths)
        taken = {path for member in self._members for path in member.files}
        others = sorted(wanted - taken, key=_kinship)
        size = -(-len(others) // self._count)
        rest = [others[index * size : (index + 1) * size] for index in range(self._count)]
        own = [[path for path in member.files if path in wanted] for member in self._members]
        return [collections.deque(_parts([*mine, *more], 1)) for mine, more in zip(own, rest, strict=True)]

    def _is_alone(self, paths: _Paths) -> bool:
        return self._count == 1 or len(paths) < _SMALL

    def _start(self) -> None:
        if not self._members:
            self._shared.exchange = Exchange(tempfile.mkdtemp(prefix="duotone-"))
            self._shared.kept = work.Kept(work.MOST_KEPT // self._count)
            # Forking is safe while there are no threads; what isn't inherited is sent.
            can_fork = sys.platform == "linux" and threading.active_count() == 1
            context = multiprocessing.get_context("fork" if can_fork else "spawn")
            self._members += [_Member(context, self._shared) for _ in range(self._count)]

    def _dealt(
        self, function: _Work[Result], shares: Sequence[collections.deque[_Paths]]
    ) -> Iterator[tuple[_Member, _Paths, Result]]:
        """Give everybody parts of their own share, then of the largest that is left."""
        orders: dict[_Member, collections.deque[_Paths]] = {member: collections.deque() for member in self._members}

        def deal(member: _Member, own: collections.deque[_Paths]) -> None:
            share = own or max(shares, key=len)
            if share:
                orders[member].append(share.popleft() if own else share.pop())
                member.send(function, orders[member][-1])

        for _ in range(_AHEAD):
            for member, own in zip(self._members, shares, strict=True):
                deal(member, own)
        while any(orders.values()):
            ready = connection.wait([member.connection for member, waiting in orders.items() if waiting])
            for member, own in zip(self._members, shares, strict=True):
                if member.connection in ready:
                    result = member.receive()
                    part = orders[member].popleft()
                    deal(member, own)
                    yield member, part, result


class _Member:
    """One process, and the files whose trees it may have."""

    def __init__(self, context: Any, shared: Shared) -> None:
        self.connection, theirs = context.Pipe()
        self.files: list[str] = []
        self._process = context.Process(target=_serve, args=(theirs, shared), daemon=True)
        self._process.start()
        theirs.close()

    def send(self, function: Callable[..., object], argument: object) -> None:
        """Ask the process to do something."""
        try:
            self.connection.send((function, argument))
        except OSError:
            self._lost()

    def receive(self) -> Any:
        """What came of the oldest thing that it was asked for."""
        try:
            result, error = self.connection.recv()
        except (EOFError, OSError):
            self._lost()
        if error is not None:
            raise error
        return result

    def _lost(self) -> NoReturn:
        self._process.join(1)
        raise ProcessLost(self._process.exitcode)

    def end(self, *, is_failure: bool) -> None:
        """End the process, at once where nobody wants to know what comes of its work."""
        if is_failure:
            self._process.terminate()
        else:
            # All that was asked for has come, so that one which is gone is not missed.
            with contextlib.suppress(ProcessLost):
                self.send(_rest, None)
        self._process.join()
        self.connection.close()


def _rest(_shared: Shared, _nothing: None) -> None:
    """What a process is asked for in the end."""


def _serve(orders: connection.Connection[Any, Any], shared: Shared) -> None:
    """Do what is asked for, one thing after the other."""
    # Outlines and trees live until the end of the process; looking for cycles among them is time lost.
    gc.disable()
    # Ctrl-C is for the process that was started; it ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, args=(shared.exchange,), daemon=True).start()
    waiting: queue.SimpleQueue[tuple[Callable[..., object], object]] = queue.SimpleQueue()
    threading.Thread(target=_take_in, args=(orders, waiting), daemon=True).start()
    while True:
        function, argument = waiting.get()
        if function is _rest:
            return
        orders.send(_answered(function, shared, argument))


def _take_in(orders: connection.Connection[Any, Any], waiting: queue.SimpleQueue[Any]) -> None:
    """Take orders when they come: whoever sends one while a result is being sent would wait for ever otherwise."""
    with contextlib.suppress(EOFError, OSError):
        while True:
            waiting.put(orders.recv())


def _answered(
    function: Callable[[Shared, object], object], shared: Shared, argument: object
) -> tuple[object, Exception | None]:
    """What came of something: a result, or an error that is raised again by who asked."""
    try:
        return function(shared, argument), None
    except Exception as error:  # noqa: BLE001  # as it says
        error.add_note(traceback.format_exc())
        return None, error


def _end_with_parent(exchange: Exchange) -> None:
    """Don't outlive a run that was killed: nobody else would tell, and whoever reads its output would wait on."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        exchange.close()
        os._exit(1)


def _alone(function: _Work[Result], shared: Shared, paths: _Paths) -> Iterator[Result]:
    """_Work on files in this process, a few at a time."""
    for index in range(0, len(paths), 8):
        yield function(shared, paths[index : index + 8])


def _parts(paths: _Paths, count: int) -> Iterator[_Paths]:
    """Neighbors together, in parts that get smaller, so that all processes are done at about the same time."""
    start = 0
    while start < len(paths):
        size = max(1, min(_LARGEST, (len(paths) - start) // (count * 4)))
        yield paths[start : start + size]
        start += size


def _kinship(path: str) -> list[str]:
    """An order in which files are beside those that ask for the same: a package, and the tests of what is called so."""
    *directories, _ = path.split(os.sep)  # noqa: PTH206  # ten thousand of them
    return [part for part in reversed(directories) if part not in _TESTS]
