"""Workflows in YAML under the driver that runs them: conditions, cells, branches, defaults and outputs as they come."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from duotone.runtime.commands import Call, Finish
from duotone.runtime.drivers.shapes import Language, WorkflowShape
from duotone.runtime.drivers.workflow import WorkflowDriver
from duotone.runtime.events import Json
from duotone.runtime.outcomes import Outcome, Status
from duotone.runtime.workflow import accepted, loads, scoping
from tests.runtime.drivers.playing import Player, Trait, World

LANGUAGE: Language = scoping
RESEARCH = """
name: research
inputs: {topic: string, depth: {type: integer, default: 2}}
steps:
  - id: plan
    function: plan
    with: {topic: "${{ inputs.topic }}", count: "${{ inputs.depth + 1 }}"}
    retry: {attempts: 2, delay: 5}
  - id: search
    needs: [plan]
    tool: search
    matrix: {query: "${{ steps.plan.outputs.queries }}"}
    with: {text: "${{ matrix.query }}"}
    if: size(steps.plan.outputs.queries) > 0
    optional: true
    default: []
    policy: majority
  - id: look
    parallel:
      - {id: web, tool: web, with: {topic: "about ${{ inputs.topic }}"}}
      - {id: desk, function: desk}
  - id: write
    needs: [search, look]
    agent: writer
    if: steps.search.status != "failed"
    default: {text: nothing}
    with: {found: "${{ steps.search.outputs }}", desk: "${{ steps.look.outputs.desk }}"}
outputs: {report: "${{ steps.write.outputs.text }}", run: "${{ run.name }} ${{ run.id }}"}
"""


def result(call: Call) -> Json:
    if call.step == "plan":
        return {"queries": ["a", "b", "c"]}
    return {"text": "done"} if call.step == "write" else f"{call.unit} {call.step}"


def play(
    outcomes: dict[str, list[Outcome]] | None = None, result_of: Callable[[Call], Json] = result
) -> tuple[Player, Finish]:
    definition = loads(RESEARCH)
    shape: WorkflowShape = definition
    world = World(outcomes or {}, traits={"": Trait(has_undo=False, has_effect=False)}, result_of=result_of)
    player = Player(WorkflowDriver(shape, accepted(definition, {"topic": "tea"}), LANGUAGE), world).start().play()
    assert player.finished is not None
    return player, player.finished


def arguments(player: Player) -> dict[str, Any]:
    return {call.step: call.arguments for call in player.calls}


def test_a_workflow_runs_with_what_its_templates_say() -> None:
    player, end = play()
    assert (end.status, end.outputs) == (Status.COMPLETED, {"report": "done", "run": "research r"})
    given = arguments(player)
    assert given["plan"] == {"topic": "tea", "count": 3}
    assert [given[f"search[{n}]"] for n in range(3)] == [{"text": "a"}, {"text": "b"}, {"text": "c"}]
    assert given["look[web]"] == {"topic": "about tea"}
    # Two of three are a majority, and the third was not waited for.
    assert given["write"] == {"found": ["search search[0]", "search search[1]"], "desk": "desk look[desk]"}


def test_a_step_is_skipped_where_its_condition_does_not_hold_and_gives_its_default() -> None:
    player, end = play(result_of=lambda call: {"queries": []} if call.step == "plan" else result(call))
    assert "search" not in {call.step.partition("[")[0] for call in player.calls}
    assert arguments(player)["write"]["found"] == []
    assert end.status is Status.COMPLETED


def test_an_optional_step_that_fails_gives_its_default_and_its_status_is_seen() -> None:
    failed = [Outcome.FAILED]
    player, end = play({"search[0]": failed, "search[1]": failed})
    assert "write" not in arguments(player)
    assert (end.status, end.outputs) == (Status.COMPLETED, {"report": "nothing", "run": "research r"})


def test_retries_are_those_that_are_written() -> None:
    player, end = play({"plan": [Outcome.FAILED, Outcome.OK]})
    assert [call.number for call in player.calls if call.step == "plan"] == [1, 2]
    assert (end.status, player.now >= 105) == (Status.COMPLETED, True)


def test_a_template_without_a_value_fails_its_step_and_nothing_is_called() -> None:
    player, end = play(result_of=lambda call: {"other": 1} if call.step == "plan" else result(call))
    assert end.status is Status.COMPLETED
    assert not [call for call in player.calls if call.step.startswith("search")]
    assert end.outputs == {"report": "nothing", "run": "research r"}
