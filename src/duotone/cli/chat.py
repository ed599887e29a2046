"""`duotone chat`: talks to an agent in the terminal, and tells what it does and what ends in the background."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from duotone.cli.chatting.interrupting import Interrupts
from duotone.cli.chatting.items import Asked, Ended, Talk
from duotone.cli.chatting.screen import Screen
from duotone.cli.loading import load
from duotone.cli.naming import named
from duotone.cli.terminal import Parser, note
from duotone.cli.verbs import add_place, log_named, server_named

if TYPE_CHECKING:
    from duotone.server.entries import AgentEntry

__all__ = ["declared", "main"]

_WENT_WELL = frozenset({"idle", "finished"})
_LONG = 3600.0


def main(arguments: list[str]) -> int:
    """Talk until there is nothing more to say; 1 if a turn did not end well."""
    args = declared().parse_args(arguments)
    screen = Screen(is_terminal=sys.stdin.isatty() and sys.stdout.isatty())
    talk = _opened(args, screen)
    try:
        if screen.is_terminal:
            importlib.import_module("readline")  # lines can be edited, and shown again
            screen.line(f"{talk.title}; Ctrl-C interrupts, Ctrl-D leaves")
        return _talk(talk, screen, args)
    finally:
        for line in talk.left():
            note(line)
        talk.close()


def declared() -> Parser:
    """Declare the options."""
    parser = Parser(
        prog="duotone chat",
        description="Talk to an agent. What it runs in the background is told when it ends.",
        epilog="exit codes: 0 all turns ended well, 1 one did not, 2 wrong use or a failure",
    )
    parser.add_argument(
        "agent",
        nargs="?",
        metavar="AGENT",
        help="MODULE:NAME of a function, object or model that is an agent, or its name on a server (default: a model "
        "if OPENAI_BASE_URL or OPENAI_API_KEY is set, else the agent of the demo)",
    )
    parser.add_argument(
        "--tool", action="append", default=[], metavar="MODULE:NAME", help="a function that it may call"
    )
    parser.add_argument("--commands", type=Path, metavar="DIR", help="let it run commands there, in the background too")
    parser.add_argument("--model", metavar="NAME", help="which model is asked (default: OPENAI_MODEL)")
    parser.add_argument("--system", metavar="TEXT", help="what the agent is told before all else")
    parser.add_argument("--id", metavar="ID", help="the conversation; one that is known goes on")
    parser.add_argument("--memory", action="store_true", help="keep nothing; jobs end with the chat")
    parser.add_argument(
        "--wait",
        nargs="?",
        type=float,
        const=_LONG,
        metavar="SECONDS",
        help="before it ends, wait for what was promised",
    )
    parser.add_argument("--verbose", action="store_true", help="show a traceback if duotone itself fails")
    add_place(parser)
    return parser


def _opened(args: argparse.Namespace, screen: Screen) -> Talk:
    def tell(kind: str, data: Any) -> None:
        if kind == "conversation.replied":
            screen.told(data["text"])
        else:
            screen.line(f"  {kind}: {_summed(data)}")

    server = server_named(args)
    if server is not None:
        from duotone.cli.chatting.there import TalkThere

        return TalkThere(server, args.agent, args.id, tell)
    load("pydantic", "agents", "duotone chat")
    from duotone.cli.chatting import here

    path = None if args.memory else log_named(args.log)
    return here.TalkHere(_entry(args), here.Where(path, args.id, args.commands), tell)


def _entry(args: argparse.Namespace) -> AgentEntry:
    from dataclasses import replace

    from duotone.server.demo import demo_agent
    from duotone.server.entries import AgentEntry

    if args.agent is None:
        entry = demo_agent(args.model)
    else:
        found = named(args.agent, "agent")
        entry = found if isinstance(found, AgentEntry) else AgentEntry(agent=found)
    tools = [named(text, "tool") for text in args.tool]
    return replace(entry, tools=[*entry.tools, *tools], system=args.system or entry.system)


def _summed(data: Any) -> str:
    """Return what a notice says in one line: of a process, its exit code and how it ended."""
    if not isinstance(data, Mapping):
        return str(data)
    known = cast("Mapping[str, object]", data)
    told = [f"{key} {known[key]}" for key in ("process", "state", "code", "reason") if known.get(key) is not None]
    return ", ".join(told) or str(known)


# -- the loop -------------------------------------------------------------------------------------------------------


def _talk(talk: Talk, screen: Screen, args: argparse.Namespace) -> int:
    with Interrupts(talk) as interrupts:
        went_well = _Chat(talk, screen, interrupts).go_on()
    if args.wait is not None and not talk.wait(args.wait):
        note(f"not all that was promised has come within {args.wait:g} s")
        went_well = False
    return 0 if went_well else 1


class _Chat:
    """Reads and answers, turn by turn."""

    def __init__(self, talk: Talk, screen: Screen, interrupts: Interrupts) -> None:
        self._talk, self._screen, self._interrupts = talk, screen, interrupts

    def go_on(self) -> bool:
        """Talk until there is nothing more to say; False if a turn did not end well."""
        went_well = True
        while True:
            try:
                text = self._read()
            except KeyboardInterrupt:  # nothing goes on that it could interrupt
                self._screen.line("Ctrl-D leaves")
                continue
            if text is None:
                return went_well
            if text.strip():
                went_well = self._turn(text) and went_well

    def _read(self) -> str | None:
        with self._interrupts.asking():
            return self._screen.read()

    def _turn(self, text: str | None) -> bool:
        """Take a turn, and ask the user about what waits for an approval; False if it did not end well."""
        while True:
            asked: list[Asked] = []
            state = ""
            for item in self._talk.say(text):
                self._screen.show(item)
                if isinstance(item, Asked):
                    asked.append(item)
                elif isinstance(item, Ended):
                    state = item.state
            if state != "waiting" or not asked:
                return state in _WENT_WELL or (self._screen.is_terminal and state == "paused")
            if not self._screen.is_terminal:
                names = ", ".join(one.name for one in asked)
                note(f"{names} waits for an approval, and nobody is here to give it; run `duotone chat` in a terminal")
                return False
            self._decide(asked)
            text = None

    def _decide(self, asked: list[Asked]) -> None:
        for one in asked:
            self._screen.line(f"approve {one.name}? y or n")
            try:
                answer = (self._read() or "").strip().lower()
            except KeyboardInterrupt:
                answer = "n"
            self._talk.decide(one.call, approved=answer in {"y", "yes"})
