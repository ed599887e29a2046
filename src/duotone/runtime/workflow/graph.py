"""The graph of a workflow, for Mermaid, for Graphviz, and drawn with lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from duotone.runtime.workflow.model import Definition, StepDefinition, StepKind

__all__ = ["dot", "drawing", "mermaid"]

_PLAIN = str.maketrans("●│├└┼┴─", "o||`++-")


def mermaid(definition: Definition) -> str:
    """Return the graph as a flowchart of Mermaid."""
    lines = ["flowchart TD"]
    for step in definition.steps:
        label = "<br/>".join([step.id, *_notes(step)])
        for sign, entity in {"&": "#amp;", '"': "#quot;", "${{": "", "}}": ""}.items():
            label = label.replace(sign, entity)
        lines.append(f'  {step.id}["{label}"]{":::optional" if step.is_optional else ""}')
    lines += [f"  {need} --> {step.id}" for step in definition.steps for need in step.needs]
    lines.append("  classDef optional stroke-dasharray: 4")
    return "\n".join(lines) + "\n"


def dot(definition: Definition) -> str:
    """Return the graph for Graphviz."""
    lines = [f"digraph {_quoted(definition.name)} {{", "  node [shape=box]"]
    for step in definition.steps:
        style = ", style=dashed" if step.is_optional else ""
        lines.append(f"  {_quoted(step.id)} [label={_quoted(chr(10).join([step.id, *_notes(step)]))}{style}]")
    lines += [f"  {_quoted(need)} -> {_quoted(step.id)}" for step in definition.steps for need in step.needs]
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _notes(step: StepDefinition) -> Iterator[str]:
    """Yield what is to be known of a step besides its id."""
    if step.kind is StepKind.PARALLEL:
        yield f"{step.policy} of {', '.join(branch.id for branch in step.branches)}"
    else:
        yield f"{step.kind} {step.unit}"
    if step.matrix is not None:
        policy = "" if step.policy == "all" else f", {step.policy}"
        yield f"for each {', '.join(step.matrix)}{policy}"
    if step.condition is not None:
        yield f"if {' '.join(step.condition.split())}"
    if step.is_optional:
        yield "optional"


def drawing(definition: Definition, *, is_plain: bool = False) -> str:
    """Return the graph as lines, each step below those that it needs; plain ones have no character beyond ASCII."""
    rows = list(_rows(definition))
    left = max(len(lanes) for lanes, _ in rows)
    name = max(len(step.id) for _, step in rows)
    lines = [f"{lanes:<{left}}  {step.id:<{name}}  {' · '.join(_notes(step))}".rstrip() for lanes, step in rows]
    text = "\n".join(lines) + "\n"
    return text.translate(_PLAIN).replace(" · ", ", ") if is_plain else text


def _rows(definition: Definition) -> Iterator[tuple[str, StepDefinition]]:
    """Yield the lanes left of each step. A lane belongs to a step, and goes down to the last that needs it."""
    lanes: list[str | None] = []
    steps = [definition.step(name) for name in definition.order]
    for number, step in enumerate(steps):
        later = {need for other in steps[number + 1 :] for need in other.needs}
        joined = [index for index, owner in enumerate(lanes) if owner in step.needs]
        free = range(joined[-1] + 1 if joined else 0, len(lanes))
        own = next((index for index in free if lanes[index] is None), len(lanes))
        lanes += [None] * (own + 1 - len(lanes))
        yield _row(lanes, joined, own, later), step
        lanes = [owner if owner in later else None for owner in lanes]
        lanes[own] = step.id if step.id in later else None
        while lanes and lanes[-1] is None:
            lanes.pop()


def _row(lanes: Sequence[str | None], joined: Sequence[int], own: int, later: set[str]) -> str:
    first = joined[0] if joined else own
    cells: list[str] = []
    for index, owner in enumerate(lanes):
        if index == own:
            cell = "●"
        elif index in joined:
            is_open = owner in later
            cell = ("├" if is_open else "└") if index == first else ("┼" if is_open else "┴")
        elif owner is None:
            cell = "─" if first < index < own else " "
        else:
            cell = "│"
        cells.append(cell + ("─" if first <= index < own else " "))
    return "".join(cells).rstrip()
