"""`duotone workflow run` and `resume`: a run as it is seen from a terminal, from a pipe, and from a script."""

from __future__ import annotations

import argparse
import json
import os
import sys
import uuid
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from duotone.cli.naming import see_directory
from duotone.cli.terminal import emit, note
from duotone.errors import WrongUse

if TYPE_CHECKING:
    from duotone.runtime.events import Event
    from duotone.runtime.outcomes import RunResult
    from duotone.runtime.workflow import Definition

__all__ = ["add_resume", "add_run", "resume", "run"]

_INTERRUPTED = 130


def add_run(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `run`."""
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--input", action="append", default=[], metavar="NAME=VALUE", help="one input")
    parser.add_argument("--inputs", type=Path, metavar="FILE", help="a JSON file with inputs")
    parser.add_argument("--id", metavar="ID", help="what the run is called (default: a name that nobody has)")
    _add_common(parser)


def add_resume(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `resume`."""
    parser.add_argument("run", metavar="RUN", help="the id of the run")
    _add_common(parser)


def _add_common(parser: argparse.ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group()
    text = "the log; without it the run can't be resumed"
    where.add_argument("--log", "--db", dest="db", type=Path, metavar="FILE", help=text)
    where.add_argument("--server", metavar="URL", help="a server, whose functions are called (default: DUOTONE_SERVER)")
    parser.add_argument("--json", action="store_true", help="print status and outputs as JSON")
    parser.add_argument("--quiet", "-q", action="store_true", help="no lines about steps")


def run(args: argparse.Namespace) -> int:
    """Run a workflow to its end; 0 if it is completed, 1 if not."""
    from duotone.runtime import Runtime
    from duotone.runtime.workflow import load

    definition = load(args.file)
    inputs = _inputs(args, definition)
    server = _server(args)
    if server is not None:
        return _run_there(args, server, inputs)
    name = args.id or f"{definition.name}-{uuid.uuid4().hex[:8]}"
    with Runtime(_place(args.db), on_event=_watcher(args)) as runtime:
        return _seen_through(args, name, lambda: runtime.run_workflow(args.file, inputs, id=name, check=False))


def resume(args: argparse.Namespace) -> int:
    """Go on with a run; 0 if it is completed, 1 if not."""
    from duotone.runtime import Runtime

    server = _server(args)
    if server is not None:
        from duotone.cli.stores.remote import RemoteStore

        return _shown_from(args, RemoteStore(server).runs.resume(args.run))
    if args.db is None or not args.db.is_file():
        message = f"--log names no log; give the file with which run {args.run!r} began"
        raise WrongUse(message)
    with Runtime(_place(args.db), on_event=_watcher(args)) as runtime:
        return _seen_through(args, args.run, lambda: runtime.resume(args.run))


def _server(args: argparse.Namespace) -> str | None:
    given: str | None = args.server
    return given if given or args.db else os.environ.get("DUOTONE_SERVER") or None


def _run_there(args: argparse.Namespace, server: str, inputs: Mapping[str, Any]) -> int:
    from duotone.cli.stores.remote import RemoteStore

    if args.id is not None:
        message = "a server names its runs itself; leave out --id"
        raise WrongUse(message)
    return _shown_from(args, RemoteStore(server).runs.start_workflow(args.file.read_text(encoding="utf-8"), inputs))


def _shown_from(args: argparse.Namespace, row: Mapping[str, Any]) -> int:
    """Show how a run of a server stands, as one of this machine is shown."""
    if args.json:
        names = ("run", "status", "outputs", "fault", "todo", "reason")
        emit(json.dumps({name: row[name] for name in names}, ensure_ascii=False, indent=2) + "\n")
    elif row["outputs"] is not None:
        emit(json.dumps(row["outputs"], ensure_ascii=False, indent=2) + "\n")
    if row["status"] == "completed":
        return 0
    fault = row["fault"]
    reason = row["reason"] or (f"{fault['type']}: {fault['message']}" if fault else "")
    note(f"run {row['run']} is {row['status']}{': ' if reason else ''}{reason}")
    return 1


def _place(path: Path | None) -> str | None:
    see_directory()  # units are looked for there
    return None if path is None else str(path)


def _inputs(args: argparse.Namespace, definition: Definition) -> dict[str, Any]:
    inputs: dict[str, Any] = {}
    if args.inputs is not None:
        inputs |= _read(args.inputs)
    for text in args.input:
        name, sign, value = text.partition("=")
        if not sign:
            message = f"--input {text}: has no value; write --input {text}=VALUE"
            raise WrongUse(message)
        inputs[name] = _value(value, definition, name)
    return inputs


def _read(path: Path) -> dict[str, Any]:
    try:
        data: Any = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        message = f"--inputs {path}: can't be read ({error}); name a JSON file"
        raise WrongUse(message) from error
    if not isinstance(data, dict):
        message = f'--inputs {path}: holds no object; write {{"name": value}}'
        raise WrongUse(message)
    return cast("dict[str, Any]", data)


def _value(text: str, definition: Definition, name: str) -> Any:
    """Return what was meant: a text where the input is one, else what JSON makes of it."""
    one = definition.inputs.get(name)
    if one is not None and one.schema.get("type") == "string":
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text


def _watcher(args: argparse.Namespace) -> Callable[[Event], None]:
    """Return what tells about each event where somebody looks, and nothing where nobody does."""
    is_shown = sys.stderr.isatty() and not args.quiet

    def tell(event: Event) -> None:
        line = _line(event.kind, event.data) if is_shown else ""
        if line:
            note(line)

    return tell


def _line(kind: str, data: Mapping[str, Any]) -> str:
    """Return what is to be said of an event, or nothing."""
    step, attempt = data.get("step", ""), data.get("attempt", 1)
    match kind:
        case "step.started":
            return f"  {step} …" if attempt == 1 else f"  {step} … attempt {attempt}"
        case "step.ended" if data.get("outcome") == "ok":
            return f"  {step} done, {data.get('seconds', 0):.1f} s"
        case "step.ended":
            return f"  {step} {data.get('outcome')}{_fault(data)}"
        case "step.skipped":
            return f"  {step} skipped: {data.get('reason')}"
        case "undo.ended":
            outcome = data.get("outcome")
            return f"  {step} undone" if outcome == "ok" else f"  {step} not undone, {outcome}{_fault(data)}"
        case _:
            return ""


def _fault(data: Mapping[str, Any]) -> str:
    fault = data.get("fault")
    return f": {fault['type']}: {fault['message']}" if isinstance(fault, Mapping) else ""


def _seen_through(args: argparse.Namespace, name: str, go: Callable[[], RunResult]) -> int:
    try:
        result = go()
    except KeyboardInterrupt:
        note(f"cancelled; {_how_to_resume(args, name)}")
        return _INTERRUPTED
    if args.json:
        emit(json.dumps(_as_json(result), ensure_ascii=False, indent=2) + "\n")
    elif result.outputs is not None:
        emit(json.dumps(result.outputs, ensure_ascii=False, indent=2) + "\n")
    if result.status == "completed":
        return 0
    reason = result.reason or (f"{result.fault.type}: {result.fault.message}" if result.fault else "")
    note(f"run {name} is {result.status}{': ' if reason else ''}{reason}")
    for line in result.todo:
        note(f"  to do: {line}")
    if result.status in {"failed", "cancelled", "timed_out", "waiting"}:
        note(_how_to_resume(args, name))
    return 1


def _how_to_resume(args: argparse.Namespace, name: str) -> str:
    if args.db is None:
        return "it can't be resumed, since its log was in memory: give --log next time"
    return f"go on with `duotone workflow resume {name} --log {args.db}`"


def _as_json(result: RunResult) -> dict[str, Any]:
    fault = None if result.fault is None else dict(result.fault.to_json())
    return {
        "run": result.run,
        "status": str(result.status),
        "outputs": result.outputs,
        "fault": fault,
        "todo": list(result.todo),
        "reason": result.reason,
    }
