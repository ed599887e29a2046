"""A process that analyzes beside the server, so that neither its work nor its end can hold up an editor."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from duotone.lsp.tasks import Outcome, Task

__all__ = ["Analyst"]

_Deliver = Callable[[Outcome], None]

_LOOK_AGAIN = 1.0


class Analyst:
    """Takes one task at a time and delivers its outcome, from a thread of its own; a process that died is replaced."""

    def __init__(self, deliver: _Deliver) -> None:
        self._deliver = deliver
        self._process: BaseProcess | None = None
        self._end: Connection[Task, Outcome] | None = None
        self._is_closed = False

    def ask(self, task: Task) -> None:
        """Hand over a task, and return at once."""
        # A daemon: a server that ends waits for no outcome.
        threading.Thread(target=self._follow, args=(task,), name="duotone-analyst", daemon=True).start()

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._is_closed = True
        if self._process is not None and self._process.is_alive():
            _end_family(self._process)

    def _follow(self, task: Task) -> None:
        try:
            process, end = self._running()
            end.send(task)
            outcome = _received(process, end)
        except (EOFError, OSError):
            self._drop()
            if self._is_closed:
                return
            problem = "the process that analyzes has ended before it was done; it starts again with the next change"
            outcome = Outcome(task.number, problems=(problem,), is_partial=True)
        except Exception as error:  # noqa: BLE001  # whatever it is, somebody waits for an outcome
            self._drop()
            outcome = Outcome(task.number, problems=(f"the check failed: {error!r}",), is_partial=True)
        self._deliver(outcome)

    def _drop(self) -> None:
        if self._process is not None:
            _end_family(self._process)
        if self._end is not None:
            self._end.close()
        self._process = self._end = None

    def _running(self) -> tuple[BaseProcess, Connection[Task, Outcome]]:
        if self._process is None or self._end is None or not self._process.is_alive():
            # Started afresh and not forked: the server has threads, whose locks a fork would copy as they are.
            context = multiprocessing.get_context("spawn")
            ours, theirs = context.Pipe()
            # No daemon process, since those may not have children, and the analyzer uses all cores.
            process = context.Process(target=_work, args=(theirs,), name="duotone-analyst")
            process.start()
            theirs.close()
            self._process, self._end = process, ours
        return self._process, self._end


def _received(process: BaseProcess, end: Connection[Task, Outcome]) -> Outcome:
    # The end of a process closes its end of the pipe only if no child of its own holds that open, so both are asked.
    while not end.poll(_LOOK_AGAIN):
        if not process.is_alive():
            raise EOFError
    return end.recv()


def _end_family(process: BaseProcess) -> None:
    """End a process and, where there are groups of processes, those that work for it."""
    if process.pid is not None and sys.platform != "win32":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.join()


def _work(end: Connection[Outcome, Task]) -> None:
    """Answer tasks until the server is gone."""
    if sys.platform != "win32":
        os.setsid()  # the leader of a group, so that it can be ended together with its children
    # Standard output is the wire to the client: whatever is printed here must not reach it.
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    while True:
        try:
            task = end.recv()
            end.send(_answer(task))
        except (EOFError, KeyboardInterrupt, OSError):
            return


def _answer(task: Task) -> Outcome:
    try:
        # Only here: the server itself never needs the analyzer, and what is missing for it is part of the answer.
        from duotone.lsp.checking import check  # noqa: PLC0415

        return check(task)
    except Exception as error:  # noqa: BLE001  # the server is told, and shows it
        problem = f"the check failed: {type(error).__name__}: {error}"
        return Outcome(task.number, problems=(problem,), details=traceback.format_exc(), is_partial=True)
