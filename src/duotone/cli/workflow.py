"""`duotone workflow`: checks workflows, shows them, compares them and runs them."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from duotone.cli.terminal import Parser, can_show_unicode, emit, note
from duotone.cli.workflow_runs import add_resume, add_run, resume, run
from duotone.errors import BadWorkflow, WrongUse

if TYPE_CHECKING:
    from duotone.runtime.workflow import Definition, InputDefinition, StepDefinition

__all__ = ["declared", "main"]


def main(arguments: list[str]) -> int:
    """Do what the verb says; 0 if all is well, 1 for problems and differences, 2 for a workflow that can't be used."""
    parser = declared()
    args = parser.parse_args(arguments)
    if args.verb is None:
        parser.error("say what to do: run, resume, validate, inspect, diff or graph")
    action: Callable[[argparse.Namespace], int] = args.action
    try:
        return action(args)
    except BadWorkflow as error:
        for line in error.problems:
            note(f"error: {line}")
        return 2


def declared() -> Parser:
    """Declare the options."""
    parser = Parser(prog="duotone workflow", description="Run workflows, check them, show them.")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", parser_class=Parser)
    add_run(_verb(verbs, "run", run, "run a workflow to its end"))
    add_resume(
        _verb(verbs, "resume", resume, "go on with a run that failed, was cancelled, or whose process has ended")
    )
    validate = _verb(verbs, "validate", _validate, "say everything that is wrong with workflows")
    validate.add_argument("files", nargs="+", type=Path, metavar="FILE", help="workflows, and directories of them")
    validate.add_argument("--json", action="store_true", help="print the problems of each file as JSON")
    inspect = _verb(verbs, "inspect", _inspect, "show the inputs, steps and outputs of a workflow, and its hash")
    inspect.add_argument("file", type=Path, metavar="FILE")
    inspect.add_argument("--json", action="store_true", help="print the whole definition in its canonical form")
    diff = _verb(verbs, "diff", _diff, "say what is different between two versions, step by step")
    diff.add_argument("old", type=Path, metavar="OLD")
    diff.add_argument("new", type=Path, metavar="NEW")
    graph = _verb(verbs, "graph", _graph, "draw which step needs which")
    graph.add_argument("file", type=Path, metavar="FILE")
    graph.add_argument("--format", choices=["text", "mermaid", "dot"], default="text", help="(default: text)")
    return parser


def _verb(verbs: Any, name: str, action: Callable[[argparse.Namespace], int], text: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = verbs.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
    parser.add_argument("--verbose", action="store_true", help="show a traceback if duotone itself fails")
    parser.set_defaults(action=action)
    return parser


def _load(path: Path) -> Definition:
    from duotone.runtime.workflow import load

    return load(path)


def _validate(args: argparse.Namespace) -> int:
    found: dict[str, list[str]] = {}
    for path in _files(args.files):
        try:
            _load(path)
        except BadWorkflow as error:
            found[str(path)] = list(error.problems)
        else:
            found[str(path)] = []
    if args.json:
        emit(json.dumps(found, ensure_ascii=False, indent=2) + "\n")
    else:
        emit("".join(f"{line}\n" for problems in found.values() for line in problems))
        count = sum(map(len, found.values()))
        note(f"{_counted(count, 'problem')} in {_counted(len(found), 'workflow')}")
    return 1 if any(found.values()) else 0


def _files(paths: list[Path]) -> Iterator[Path]:
    for path in paths:
        inside = sorted([*path.rglob("*.yaml"), *path.rglob("*.yml")]) if path.is_dir() else [path]
        if not inside:
            message = f"there is no workflow in {str(path)!r}; name a directory with .yaml files, or a file"
            raise WrongUse(message)
        yield from inside


def _counted(count: int, noun: str) -> str:
    return f"{count or 'no'} {noun}{'' if count == 1 else 's'}"


def _inspect(args: argparse.Namespace) -> int:
    definition = _load(args.file)
    if args.json:
        data = {"hash": definition.hash, "order": definition.order, "definition": definition.to_json()}
        emit(json.dumps(data, ensure_ascii=False, indent=2) + "\n")
        return 0
    lines = [f"{definition.name}  {definition.hash[:12]}"]
    lines += [definition.description.strip()] if definition.description else []
    lines += _section("inputs", {name: _input(one) for name, one in definition.inputs.items()})
    steps = {name: definition.step(name) for name in definition.order}
    lines += _section("steps", {name: _step(step) for name, step in steps.items()})
    lines += _section("outputs", {name: _shown(value) for name, value in definition.outputs.items()})
    emit("\n".join(lines) + "\n")
    return 0


def _section(title: str, rows: dict[str, str]) -> list[str]:
    width = max(map(len, rows), default=0)
    return ["", title, *(f"  {name:<{width}}  {text}".rstrip() for name, text in rows.items())] if rows else []


def _input(one: InputDefinition) -> str:
    kind = one.schema.get("type", "anything")
    default = "required" if one.is_required else f"default {_shown(one.default)}"
    parts = [kind if isinstance(kind, str) else _shown(kind), default, one.description]
    return ", ".join(filter(None, parts))


def _step(step: StepDefinition) -> str:
    parts = [
        f"parallel {', '.join(branch.id for branch in step.branches)}" if step.branches else f"{step.kind} {step.unit}",
        f"after {', '.join(step.needs)}" if step.needs else "",
        f"for each {', '.join(step.matrix)}" if step.matrix else "",
        f"{step.policy} must succeed" if step.is_fan_out else "",
        f"if {step.condition}" if step.condition else "",
        f"{step.retry.attempts} attempts" if step.retry else "",
        f"at most {step.timeout:g} s" if step.timeout else "",
        f"undone by {step.undo}" if step.undo else "",
        "optional" if step.is_optional else "",
    ]
    return "; ".join(filter(None, parts))


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _diff(args: argparse.Namespace) -> int:
    from duotone.runtime.workflow.difference import difference

    text = difference(_load(args.old), _load(args.new))
    emit(f"{text}\n" if text else "")
    if not text:
        note("both mean the same")
    return 1 if text else 0


def _graph(args: argparse.Namespace) -> int:
    from duotone.runtime.workflow import graph

    definition = _load(args.file)
    if args.format == "text":
        emit(graph.drawing(definition, is_plain=not can_show_unicode()))
    else:
        emit(graph.mermaid(definition) if args.format == "mermaid" else graph.dot(definition))
    return 0
