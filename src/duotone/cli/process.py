"""`duotone process`: starts commands in the background, shows what they print, and ends them."""

from __future__ import annotations

import argparse
import time

from duotone.cli.stores import Row, Store
from duotone.cli.stores.opening import store_of
from duotone.cli.tables import clock, emit_json, listed, shown
from duotone.cli.terminal import Parser, emit
from duotone.cli.verbs import Action, Verbs, run_verb, said_by

__all__ = ["declared", "main"]

_COLUMNS = {
    "process": "process",
    "state": "state",
    "code": "code",
    "pid": "pid",
    "session": "session",
    "since": "started",
    "command": "command",
}
_OVER = frozenset({"ended", "abandoned", "lost"})
_LOOK = 0.2


def main(arguments: list[str]) -> int:
    """Do what the verb says."""
    return run_verb(declared(), arguments)


def declared() -> Parser:
    """Declare the verbs."""
    verbs = Verbs("process", "Start commands in the background, show what they print, end them.")
    every = verbs.add("list", _list, "list processes, the oldest first")
    every.add_argument("--session", metavar="ID", help="of this session alone")
    every.add_argument("--running", action="store_true", help="those alone that are not over")
    start = verbs.add("start", _start, "start a command; it goes on when this one has ended")
    text = "a line for the shell; or a program and its arguments, after -- if one of those begins with -"
    start.add_argument("command", metavar="COMMAND", nargs="+", help=text)
    start.add_argument("--session", metavar="ID", default="processes", help="where its events go (default: processes)")
    start.add_argument("--cwd", metavar="DIRECTORY")
    start.add_argument("--timeout", type=float, metavar="SECONDS", help="after which it is ended")
    _of_process(verbs, "show", _show, "show how a process stands")
    output = _of_process(verbs, "output", _output, "show what a process has printed")
    output.add_argument("--follow", "-f", action="store_true", help="go on until it is over")
    write = _of_process(verbs, "write", _write, "write a line to the input of a process")
    write.add_argument("text", metavar="TEXT")
    wait = _of_process(verbs, "wait", _wait, "wait until a process is over; its exit code is not ours")
    wait.add_argument("--timeout", type=float, metavar="SECONDS")
    kill = _of_process(verbs, "kill", _kill, "end a process with everything that came from it")
    kill.add_argument("--at-once", action="store_true", help="without asking it first")
    said_by(kill)
    return verbs.parser


def _of_process(verbs: Verbs, name: str, action: Action, text: str) -> argparse.ArgumentParser:
    verb = verbs.add(name, action, text)
    verb.add_argument("process", metavar="PROCESS")
    return verb


def _list(args: argparse.Namespace) -> int:
    store = store_of(args)
    rows = [row for row in store.processes.list(args.session) if not args.running or row["state"] not in _OVER]
    if not args.json:
        rows = [{**row, "since": clock(row["started"])} for row in rows]
    return listed(rows, _COLUMNS, args, empty=f"{store.name} has no such process; `duotone process start` starts one")


def _tell(row: Row, args: argparse.Namespace) -> None:
    if args.json:
        emit_json(row)
    else:
        shown({**row, "started": clock(row["started"]), "ended": clock(row["ended"])}, args)


def _show(args: argparse.Namespace) -> int:
    _tell(store_of(args).processes.show(args.process), args)
    return 0


def _start(args: argparse.Namespace) -> int:
    command: str | list[str] = args.command[0] if len(args.command) == 1 else args.command
    _tell(store_of(args).processes.start(command, args.session, args.cwd, args.timeout), args)
    return 0


def _output(args: argparse.Namespace) -> int:
    store = store_of(args)
    if args.json and not args.follow:
        emit_json(store.processes.output(args.process, 0))
        return 0
    after = 0
    while True:
        is_over = not args.follow or store.processes.show(args.process)["state"] in _OVER
        after = _emit_from(store, args.process, after)
        if is_over:
            return 0
        time.sleep(_LOOK)


def _emit_from(store: Store, process: str, after: int) -> int:
    """Print what has come past a byte, and return where that ends."""
    while (said := store.processes.output(process, after))["text"]:
        emit(said["text"])
        after = said["end"]
    return after


def _write(args: argparse.Namespace) -> int:
    _tell(store_of(args).processes.write(args.process, f"{args.text}\n"), args)
    return 0


def _wait(args: argparse.Namespace) -> int:
    row = store_of(args).processes.wait(args.process, args.timeout)
    _tell(row, args)
    return 0 if row["state"] in _OVER else 1


def _kill(args: argparse.Namespace) -> int:
    """End a process; one that was over before was not ended by us."""
    store = store_of(args)
    was_over = store.processes.show(args.process)["state"] in _OVER
    row = store.processes.kill(args.process, args.by, at_once=args.at_once)
    _tell(row, args)
    return 1 if was_over or row["state"] != "ended" else 0
