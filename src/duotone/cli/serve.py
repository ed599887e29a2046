"""`duotone serve`: serves a log over HTTP, with agents of yours or those of the demo."""

from __future__ import annotations

import argparse
import math
import sys
import threading
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from duotone.cli.loading import load
from duotone.cli.naming import named
from duotone.cli.terminal import Parser, emit, note
from duotone.cli.verbs import add_log, log_named
from duotone.cli.welcome import address, what_is_there, what_to_try
from duotone.errors import WrongUse

if TYPE_CHECKING:
    from duotone.runtime.log.addresses import Address
    from duotone.server.demo import Seeded
    from duotone.server.entries import AgentEntry
    from duotone.server.ground import Ground
    from duotone.server.serving import Serving

__all__ = ["declared", "main"]

_DEMO_LOG = "duotone-demo.db"
_LAST_PORT = 65535
_LOOK = 0.5


def main(arguments: list[str]) -> int:
    """Serve until Ctrl-C or SIGTERM."""
    args = declared().parse_args(arguments)
    _refuse_wrong(args)
    path = None if args.memory else Path(_DEMO_LOG) if args.demo and args.log is None else log_named(args.log)
    if args.once and path is not None:
        seeded = _seed(path)
        emit(what_is_there(seeded, path) + what_to_try(seeded, f"--log {path}"))
        return 0
    return _serve(args, path)


def _serve(args: argparse.Namespace, path: Path | Address | None) -> int:
    serving = load("duotone.server.serving", "server", "duotone serve")
    load("websockets", "server", "duotone serve")  # which uvicorn would miss only once it has begun
    ground = _ground(args, path)
    serving.refuse_strangers(ground)
    listener = serving.bound(ground.settings)  # before anything is seeded, or said
    seeded = _seed(path) if args.demo and path is not None else None

    def say(url: str) -> None:
        emit(address(url, path, seeded, args.idle))
        if args.idle is not None:  # which nobody could have asked before
            threading.Thread(target=_end_when_idle, args=(server, args.idle), daemon=True).start()

    server: Serving = serving.Serving(ground, on_ready=say)
    code = server.run_to_end(listener)
    if sys.stderr.isatty():
        note("\nstopped")
    return code


def declared() -> Parser:
    """Declare the options."""
    parser = Parser(
        prog="duotone serve",
        description="Serve a log over HTTP: sessions, runs, conversations, approvals, streams, and a console at /.",
        epilog="exit codes: 0 it was stopped, 1 it could not start, 2 wrong use or a failure, 70 it did not end in "
        "time, 75 others hold it for dead, so start it again, 130 and 143 a second signal ended it at once",
    )
    parser.add_argument("--host", default="127.0.0.1", help="where to listen; beyond this machine it needs a token")
    parser.add_argument("--port", type=_port, default=8600, metavar="N", help="(default: 8600; 0 for any that is free)")
    add_log(parser)
    parser.add_argument("--memory", action="store_true", help="keep nothing on disk")
    mine = parser.add_argument_group("what is served")
    for name, what in (
        ("agent", "an agent to talk to"),
        ("unit", "a function that workflows may call"),
        ("saga", "a function that can be started as a saga"),
    ):
        text = f"{what}; again for more"
        mine.add_argument(f"--{name}", action="append", default=[], metavar="NAME=MODULE:OBJECT", help=text)
    mine.add_argument("--commands", type=Path, metavar="DIR", help="let agents and callers run commands there")
    mine.add_argument(
        "--check",
        type=Path,
        action="append",
        default=[],
        metavar="DIR",
        help="a folder whose findings the console shows",
    )
    demo = parser.add_argument_group("to look around")
    demo.add_argument(
        "--demo", action="store_true", help=f"have something to see, in {_DEMO_LOG} unless --log is given"
    )
    demo.add_argument("--once", action="store_true", help="with --demo: seed the log, say what is there, and end")
    parser.add_argument("--idle", type=_seconds, metavar="SECONDS", help="end once nobody has asked for so long")
    parser.add_argument("--drain", type=_seconds, default=20.0, metavar="SECONDS", help="to end in when told to stop")
    parser.add_argument("--verbose", action="store_true", help="show a traceback if duotone itself fails")
    return parser


# -- what is served -------------------------------------------------------------------------------------------------


def _refuse_wrong(args: argparse.Namespace) -> None:
    for option, directory in [*(("--check", one) for one in args.check), ("--commands", args.commands)]:
        if directory is not None and not directory.is_dir():
            message = f"{option} {directory}: there is no such directory"
            raise WrongUse(message)
    if args.once and not args.demo:
        message = "--once seeds a log and ends; give it together with --demo"
        raise WrongUse(message)
    if args.demo and args.memory:
        message = "--demo seeds a log, and --memory keeps none; leave one of them out"
        raise WrongUse(message)


def _seed(path: Path | Address) -> Seeded:
    seeding = load("duotone.server.demo", "agents", "duotone serve --demo")
    found: Seeded = seeding.seed(path)
    return found


def _ground(args: argparse.Namespace, path: Path | Address | None) -> Ground:
    from duotone.runtime import ProcessPolicy
    from duotone.server.ground import Ground, Settings

    settings = Settings(
        host=args.host, port=args.port, log=path, demo=args.demo, drain_seconds=args.drain, roots=tuple(args.check)
    )
    given = {name: _entry(found, args) for name, found in _objects(args, "agent").items()}
    more: dict[str, Any] = {"units": _objects(args, "unit"), "sagas": _objects(args, "saga")}
    if args.commands is not None:
        more["commands"] = ProcessPolicy(root=args.commands)
    if args.demo:
        from duotone.server import demo

        given = {"demo": demo.demo_agent(), **given}
        more["units"] = {**demo.UNITS, **more["units"]}
        more["sagas"] = {**demo.SAGAS, **more["sagas"]}
        more |= {"policy": demo.POLICY, "actions": demo.ACTIONS}
        more.setdefault("commands", ProcessPolicy(root="."))
    return Ground(settings=settings, agents=given, **more)


def _entry(found: object, args: argparse.Namespace) -> AgentEntry:
    from duotone.server.entries import AgentEntry

    entry = found if isinstance(found, AgentEntry) else AgentEntry(agent=found, wakes=True)  # as `duotone chat` has it
    return replace(entry, runs_commands=entry.runs_commands or args.commands is not None)


def _objects(args: argparse.Namespace, what: str) -> Mapping[str, Any]:
    """Return the objects that `--agent NAME=MODULE:OBJECT` and the like name."""
    found: dict[str, Any] = {}
    texts: Iterable[str] = getattr(args, what)
    for text in texts:
        name, sign, where = text.partition("=")
        if not sign:
            message = f"--{what} {text}: has no name; write --{what} NAME={text}"
            raise WrongUse(message)
        found[name] = named(where, what)
    return found


def _port(text: str) -> int:
    """Read the number of a port."""
    if text.isdecimal() and int(text) <= _LAST_PORT:
        return int(text)
    message = f"{text!r} is no port; take a number from 0 to {_LAST_PORT}"
    raise argparse.ArgumentTypeError(message)


def _seconds(text: str) -> float:
    """Read a time that passes."""
    with suppress(ValueError):
        if 0 < float(text) < math.inf:
            return float(text)
    message = f"{text!r} is no time; take a number of seconds over 0"
    raise argparse.ArgumentTypeError(message)


def _end_when_idle(server: Serving, seconds: float) -> None:
    """End a server that nobody asks; whoever follows a stream counts as asking."""
    last, since = -1, time.monotonic()
    while not server.should_exit:
        state = server.server_state
        if state.total_requests != last or state.tasks:
            last, since = state.total_requests, time.monotonic()
        elif time.monotonic() - since >= seconds:
            note(f"nobody has asked for {seconds:g} s, so it ends")
            server.should_exit = True
        time.sleep(_LOOK)
