"""What a probe is given and what it may answer: right, refused, wrong, or no such feature."""

from __future__ import annotations

import functools
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.adapters import Absent
from benchmarks.peers import ADAPTERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.adapters import Adapter, Work

ROOT = Path(__file__).resolve().parents[2]
RIGHT, REFUSED, WRONG, ABSENT = "✓", "!", "✗", "–"
# A refusal that makes its caller wait first is no refusal at once.
AT_ONCE = 1.0


class Refused(Exception):
    """The library refused the call with an error of its own, before the work began."""


class Wrong(Exception):
    """The call came back with something else than what was asked for."""


@dataclass(frozen=True)
class Verdict:
    """One cell of the table."""

    mark: str
    note: str = ""


@dataclass(frozen=True)
class Probe:
    """One point of the table: what is tried, and for how long at most."""

    key: str
    title: str
    body: Callable[[Trial], None]
    limit: float


PROBES: dict[str, Probe] = {}
SCENES: dict[str, Callable[[Trial], None]] = {}


def point(title: str, limit: float = 10.0) -> Callable[[Callable[[Trial], None]], Callable[[Trial], None]]:
    """Register a function as the probe of one point."""

    def register(body: Callable[[Trial], None]) -> Callable[[Trial], None]:
        key = body.__name__.replace("_", "-")
        PROBES[key] = Probe(key, title, body, limit)
        return body

    return register


def scene(body: Callable[[Trial], None]) -> Callable[[Trial], None]:
    """Register a program of its own, whose exit code and output a probe looks at from outside."""
    SCENES[body.__name__] = body
    return body


class Trial:
    """One library under one probe."""

    def __init__(self, adapter: Adapter) -> None:
        self.adapter = adapter

    def run(self, work: Work, *args: Any) -> Any:
        """Call ``work`` through the library, telling a refusal from a failure by whether it had begun."""
        begun = False

        @functools.wraps(work)
        async def watched(*given: Any) -> Any:
            nonlocal begun
            begun = True
            return await work(*given)

        asked = time.monotonic()
        try:
            return self.adapter.run(watched, *args)
        except Exception as error:
            if begun or isinstance(error, (Absent, Refused, AttributeError, AssertionError)):
                raise
            if time.monotonic() - asked > AT_ONCE:
                msg = f"refused only after {time.monotonic() - asked:.1f} s: {describe(error)}"
                raise Wrong(msg) from error
            raise Refused(describe(error)) from error

    def script(self, main: Callable[[], Any], backend: str = "asyncio") -> Any:
        """Run a sync ``main`` as a plain script of this library would."""
        began = False

        def noted() -> Any:
            nonlocal began
            began = True
            return main()

        try:
            return self.adapter.script(noted, backend)
        except (ValueError, RuntimeError) as error:
            if began:
                raise
            raise Refused(describe(error)) from error

    def play(self, name: str) -> subprocess.Popen[str]:
        """Start a scene in an interpreter of its own."""
        command = [sys.executable, "-m", "benchmarks.probes", "scene", name, self.adapter.key]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, cwd=ROOT, text=True, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe)


def expect(truth: object, otherwise: str) -> None:
    """Answer ✗ with ``otherwise`` unless ``truth`` holds."""
    if not truth:
        raise Wrong(otherwise)


def describe(error: BaseException) -> str:
    """Say an error in one short line."""
    text = " ".join(shortened(str(error)).split())
    name = type(error).__name__
    line = f"{name}: {text}" if text else name
    return line if len(line) <= 140 else line[:139] + "…"


def shortened(text: str) -> str:
    """Leave out of asyncio's long names of tasks and futures what changes from run to run."""
    for opening in ("<Task ", "<Future "):
        while (start := text.find(opening)) >= 0:
            end = closing(text, start)
            text = f"{text[:start]}…{text[end:]}"
    return text


def closing(text: str, start: int) -> int:
    """Return the place after the bracket that closes the one at ``start``."""
    depth = 0
    for place in range(start, len(text)):
        depth += {"<": 1, ">": -1}.get(text[place], 0)
        if depth == 0:
            return place + 1
    return len(text)


def finish(process: subprocess.Popen[str], seconds: float) -> tuple[int, str, str]:
    """Wait for a scene to end, or answer ✗ because it hangs."""
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        msg = f"still running after {seconds:g} s"
        raise Wrong(msg) from None
    return process.returncode, out, err


def last_line(text: str) -> str:
    """Return the last line that says something."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:140] if lines else ""


def judge(key: str, library: str) -> Verdict:
    """Run one probe in this process and put its end into one verdict."""
    try:
        adapter = ADAPTERS[library]()
        PROBES[key].body(Trial(adapter))
    except Absent as absent:
        return Verdict(ABSENT, str(absent))
    except Refused as refused:
        return Verdict(REFUSED, str(refused))
    except Wrong as wrong:
        return Verdict(WRONG, str(wrong))
    except BaseException as error:  # noqa: BLE001 - any other end is a wrong answer, and the table says which
        cause = error.exceptions[0] if isinstance(error, BaseExceptionGroup) else error
        return Verdict(REFUSED, str(cause)) if isinstance(cause, Refused) else Verdict(WRONG, describe(cause))
    return Verdict(RIGHT, adapter.needs.get(key, ""))


def judge_apart(key: str, library: str) -> Verdict:
    """Run one probe in a process group of its own, so that a hang or a crash is one cell and not the end."""
    command = [sys.executable, "-m", "benchmarks.probes", "probe", key, library]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=ROOT, text=True, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, start_new_session=True
    ) as process:
        try:
            out, err = process.communicate(timeout=PROBES[key].limit)
        except subprocess.TimeoutExpired:
            return Verdict(WRONG, f"hangs (given up after {PROBES[key].limit:g} s)")
        finally:
            # What the probe left behind must not outlive its cell.
            end_group(process.pid)
    answers = [line for line in out.splitlines() if line.startswith('{"mark"')]
    if answers:
        return Verdict(**json.loads(answers[-1]))
    return Verdict(WRONG, f"ended with code {process.returncode}: {last_line(err)}")


def end_group(group: int) -> None:
    """End every process of a group that this module started."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return


def answer(verdict: Verdict) -> None:
    """Hand a verdict to the parent and leave at once: how a program ends has points of its own."""
    sys.stdout.write("\n" + json.dumps(asdict(verdict), ensure_ascii=True) + "\n")
    sys.stdout.flush()
    os._exit(0)
