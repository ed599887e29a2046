"""The command `duotone`: one file per command, each imported when it is asked for."""

from __future__ import annotations

import importlib
import os
import sys

TYPE_CHECKING = False  # as checkers know it, without what it takes to import it
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["COMMANDS", "main"]

COMMANDS = {
    "check": "find places where sync and async don't match",
    "fix": "apply the fixes of what is found, or take the last ones back",
    "baseline": "accept the findings of today, so that only new ones are reported",
    "explain": "show what a rule finds, why, and what to write instead",
    "rules": "list all rules",
    "report": "write a page with the map of a project's colors and its findings",
    "recolor": "change the color of functions and of everything that uses them",
    "mirror": "make sync twins from async sources, and keep them fresh",
    "mutate": "plant faults, to measure tests and checkers with",
    "lsp": "serve an editor",
    "serve": "serve a log over HTTP, with agents and a console",
    "chat": "talk to an agent in the terminal",
    "workflow": "run workflows, check them, show them and compare them",
    "run": "show runs and their steps, go on with them, end them",
    "saga": "run functions as sagas, and show what was done and undone",
    "session": "look after governed sessions, and decide what waits for you",
    "process": "start commands in the background, show them, end them",
    "outbox": "show what is promised to be delivered",
    "log": "verify, export or show the log of a runtime",
    "migrate": "bring a log to another place: from a file to PostgreSQL, or back",
    "engine": "say what this deployment can and can't do",
    "token": "make, list and revoke the tokens of a server",
    "doctor": "say what is installed, what is missing, and whether this project is set up",
    "completion": "print what lets a shell complete the commands",
}
_INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 if all is well, 1 for findings, 2 for wrong use or a failure."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    _open_closed_streams()
    is_verbose = "--verbose" in arguments or os.environ.get("DUOTONE_DEBUG", "0") not in {"", "0"}
    try:
        return _dispatch(arguments)
    except SystemExit as error:  # argparse has said what there is to say
        return error.code if isinstance(error.code, int) else 2
    except KeyboardInterrupt:
        _say("interrupted")
        return _INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone, and Python would complain about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:  # noqa: BLE001  # whatever it is, the user gets one line
        return _fail(_line_of(error, _ADVICE[is_verbose]), error, is_verbose=is_verbose)


def _open_closed_streams() -> None:
    """Let what somebody has closed lead nowhere, before a file of ours gets its number."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115  # for as long as we run


_ADVICE = {
    False: "run it again with DUOTONE_DEBUG=1 and report what it prints",
    True: "report it with the lines below",
}


def _dispatch(arguments: list[str]) -> int:
    first = arguments[0] if arguments else ""
    if first in COMMANDS:
        command = importlib.import_module(f"duotone.cli.{first}")
        code: int = command.main(arguments[1:])
        sys.stdout.flush()
        return code
    if first == "help" and arguments[1:2] and arguments[1] in COMMANDS:
        return _dispatch([arguments[1], "--help"])
    if first in {"", "-h", "--help", "help"}:
        sys.stdout.write(_help())
        return 0 if first else 2
    if first in {"-V", "--version"}:
        from duotone.cli.installed import version

        sys.stdout.write(f"duotone {version()}\n")
        return 0
    from duotone.analyzer.settings import closest

    like = closest(first, list(COMMANDS))
    hint = f"did you mean {like!r}?" if like else "see `duotone --help` for all of them"
    _say(f"error: unknown {'option' if first.startswith('-') else 'command'} {first!r}; {hint}")
    return 2


def _help() -> str:
    rows = "".join(f"  {name:<12}{summary}\n" for name, summary in COMMANDS.items())
    return (
        "usage: duotone COMMAND [OPTIONS]\n\n"
        "Sync and async Python, called from anywhere, correctly.\n\n"
        f"commands:\n{rows}\n"
        "options:\n  -h, --help     show this, or the options of a command\n  -V, --version  show the version\n\n"
        "exit codes: 0 all is well, 1 there are findings, 2 wrong use or a failure\n"
    )


def _line_of(error: Exception, advice: str) -> str:
    """Return what is said of an error: what to do about it, or that it is a fault of ours."""
    from duotone.cli.remedies import in_commands
    from duotone.errors import DuotoneError

    if isinstance(error, DuotoneError):
        return f"error: {in_commands(_one_line(error))}"
    if isinstance(error, FileNotFoundError) and not _is_somewhere():
        return "error: the working directory is no longer there; go to one that is"
    return f"error: duotone itself failed: {type(error).__name__}: {_one_line(error)}; {advice}"


def _is_somewhere() -> bool:
    try:
        os.getcwd()  # noqa: PTH109  # whether it can be said is all that is asked
    except FileNotFoundError:
        return False
    return True


def _fail(line: str, error: Exception, *, is_verbose: bool) -> int:
    _say(line)
    if is_verbose:
        import traceback

        traceback.print_exception(error)
    return 2


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())
