"""The driver of workflows: needs, conditions, cells and branches, defaults, errors, concurrency, resuming."""

from __future__ import annotations

from typing import Any

import pytest

from duotone.runtime.commands import Call, Finish, Record, Wait
from duotone.runtime.drivers.retries import Retry
from duotone.runtime.drivers.shapes import Terms
from duotone.runtime.drivers.transitions import Phase
from duotone.runtime.drivers.workflow import WorkflowDriver
from duotone.runtime.outcomes import Outcome, Status
from tests.runtime.drivers.flows import Flow, FlowStep, Python, completed, outputs_of, retries
from tests.runtime.drivers.playing import Player, Trait, World

NO_UNDO = Trait(has_undo=False)


def play(flow: Flow, world: World | None = None, **inputs: Any) -> Player:
    return player_of(flow, world, **inputs).play()


def player_of(flow: Flow, world: World | None = None, **inputs: Any) -> Player:
    world = world or World(traits={"": NO_UNDO})
    return Player(WorkflowDriver(flow, inputs, Python()), world).start()


def driver_of(player: Player) -> WorkflowDriver:
    assert isinstance(player.driver, WorkflowDriver)
    return player.driver


def end_of(player: Player) -> Finish:
    assert player.finished is not None
    return player.finished


def named(player: Player) -> list[str]:
    return [f"{'un' if call.is_undo else ''}{call.step}:{call.number}" for call in player.calls]


def status_of(player: Player, step: str) -> object:
    seen: Any = driver_of(player).seen(step)
    return seen["status"]


def test_steps_run_as_soon_as_what_they_need_has_ended() -> None:
    flow = Flow((FlowStep("a"), FlowStep("b"), FlowStep("c", ("a", "b")), FlowStep("d", ("c",))))
    player = play(flow)
    assert named(player) == ["a:1", "b:1", "c:1", "d:1"]
    assert player.most_in_flight == 2
    assert end_of(player).status is Status.COMPLETED


def test_arguments_and_outputs_are_evaluated_with_inputs_steps_and_run() -> None:
    flow = Flow(
        (
            FlowStep("a", arguments=lambda scope: {"x": scope["inputs"]["x"], "run": scope["run"]["id"]}),
            FlowStep("b", ("a",), arguments=lambda scope: {"of": outputs_of(scope, "a")["of"]}),
        ),
        outputs=lambda scope: {"last": outputs_of(scope, "b"), "name": scope["run"]["name"]},
    )
    player = play(flow, x=5)
    assert [call.arguments for call in player.calls] == [{"x": 5, "run": "r"}, {"of": "a"}]
    assert end_of(player).outputs == {"last": {"of": "b"}, "name": "flow"}


def test_a_step_whose_condition_does_not_hold_is_skipped_and_its_default_goes_on() -> None:
    flow = Flow(
        (
            FlowStep("a", condition=lambda scope: bool(scope["inputs"]["go"]), default=[1]),
            FlowStep("b", ("a",), arguments=lambda scope: {"a": outputs_of(scope, "a")}),
        )
    )
    player = play(flow, go=False)
    assert [(call.step, call.arguments) for call in player.calls] == [("b", {"a": [1]})]
    assert status_of(player, "a") == "skipped"
    assert named(play(flow, go=True)) == ["a:1", "b:1"]


def test_an_expression_without_a_value_fails_its_step_before_it_is_called() -> None:
    flow = Flow((FlowStep("a", arguments=lambda scope: {"x": scope["inputs"]["x"]}),))
    player = play(flow)
    assert player.calls == []
    assert end_of(player).status is Status.FAILED
    assert driver_of(player).step("a").outcome is Outcome.CONTRACT_ERROR
    fault = end_of(player).fault
    assert fault is not None
    assert "has no value" in fault.message


def test_outputs_without_a_value_fail_the_run_and_undo_it() -> None:
    flow = Flow((FlowStep("a"),), outputs=lambda scope: {"x": scope["inputs"]["x"]})
    assert end_of(play(flow)).status is Status.FAILED
    player = play(flow, World())
    assert named(player) == ["a:1", "una:1"]
    assert end_of(player).status is Status.COMPENSATED


def test_a_failure_stops_what_is_in_flight_and_starts_nothing_else() -> None:
    flow = Flow((FlowStep("a"), FlowStep("b"), FlowStep("c", ("a",)), FlowStep("d", ("b",))))
    player = play(flow, World({"a": [Outcome.FAILED]}, traits={"": NO_UNDO}))
    assert named(player) == ["a:1", "b:1"]
    assert driver_of(player).step("b").outcome is Outcome.CANCELLED
    assert end_of(player).status is Status.FAILED


def test_a_failed_workflow_undoes_what_has_an_undo_and_escalates_for_what_has_none() -> None:
    flow = Flow((FlowStep("a"), FlowStep("b", ("a",)), FlowStep("c", ("b",))))
    undone = play(flow, World({"c": [Outcome.FAILED]}))
    assert named(undone) == ["a:1", "b:1", "c:1", "unb:1", "una:1"]
    assert end_of(undone).status is Status.COMPENSATED
    mixed = play(flow, World({"c": [Outcome.FAILED]}, traits={"": Trait(), "a": NO_UNDO}))
    assert named(mixed) == ["a:1", "b:1", "c:1", "unb:1"]
    assert end_of(mixed).status is Status.ESCALATED
    assert [line.split("'")[1] for line in end_of(mixed).todo] == ["a"]


def test_a_workflow_without_any_undo_fails_and_is_resumed_from_its_failure() -> None:
    flow = Flow((FlowStep("a"), FlowStep("b", ("a",)), FlowStep("c", ("b",))))
    player = play(flow, World({"b": [Outcome.FAILED, Outcome.OK]}, traits={"": NO_UNDO}))
    assert end_of(player).status is Status.FAILED
    player.finished = None
    player.append("run.resumed", {"status": "running"})
    assert named(player.play()) == ["a:1", "b:1", "b:2", "c:1"]
    assert end_of(player).status is Status.COMPLETED


def test_on_error_continue_goes_on_with_what_does_not_need_the_failure() -> None:
    steps = (FlowStep("a"), FlowStep("b"), FlowStep("c", ("a",)), FlowStep("d", ("c",)), FlowStep("e", ("b",)))
    flow = Flow(steps, on_error="continue", outputs=lambda scope: {"e": outputs_of(scope, "e")})
    player = play(flow, World({"a": [Outcome.FAILED]}))
    assert named(player) == ["a:1", "b:1", "e:1"]
    assert end_of(player).status is Status.FAILED
    assert end_of(player).outputs == {"e": {"of": "e"}}
    assert [status_of(player, step) for step in "abcde"] == ["failed", "completed", "skipped", "skipped", "completed"]


def test_a_patient_workflow_that_failed_is_resumed_with_what_was_skipped_for_it() -> None:
    steps = (FlowStep("a"), FlowStep("b"), FlowStep("c", ("a",)), FlowStep("d", ("c",)))
    player = play(Flow(steps, on_error="continue"), World({"a": [Outcome.FAILED, Outcome.OK]}))
    player.finished = None
    player.append("run.resumed", {"status": "running"})
    assert named(player.play()) == ["a:1", "b:1", "a:2", "c:1", "d:1"]


def test_an_optional_step_that_fails_gives_its_default() -> None:
    flow = Flow((FlowStep("a", is_optional=True, default=7), FlowStep("b", ("a",))), outputs=lambda s: dict(s["steps"]))
    player = play(flow, World({"a": [Outcome.FAILED]}))
    assert named(player) == ["a:1", "b:1"]
    assert end_of(player).status is Status.COMPLETED
    assert status_of(player, "a") == "failed"
    outputs: Any = end_of(player).outputs
    assert outputs["a"]["outputs"] == 7


def test_a_condition_can_look_at_the_status_of_a_step() -> None:
    when_failed = FlowStep("b", ("a",), condition=lambda scope: not completed(scope, "a"))
    flow = Flow((FlowStep("a", is_optional=True), when_failed))
    assert named(play(flow)) == ["a:1"]
    assert named(play(flow, World({"a": [Outcome.FAILED]}))) == ["a:1", "b:1"]


def matrix_of(count: int, **settings: Any) -> FlowStep:
    return FlowStep(
        "m",
        matrix=lambda scope: [{"n": number} for number in range(count)],
        arguments=lambda scope: {"n": scope["matrix"]["n"]},
        **settings,
    )


def test_a_matrix_is_called_once_for_each_cell_and_gives_a_list() -> None:
    player = play(Flow((matrix_of(3), FlowStep("z", ("m",), arguments=lambda s: {"m": outputs_of(s, "m")}))))
    assert [(call.step, call.arguments) for call in player.calls[:3]] == [
        ("m[0]", {"n": 0}),
        ("m[1]", {"n": 1}),
        ("m[2]", {"n": 2}),
    ]
    assert player.most_in_flight == 3
    assert player.calls[3].arguments == {"m": [{"of": f"m[{n}]"} for n in range(3)]}


def test_branches_call_units_of_their_own() -> None:
    branches = (FlowStep("x", unit="do_x"), FlowStep("y", unit="do_y", timeout=4, retry=retries(2)))
    player = play(Flow((FlowStep("p", branches=branches),)), World({"p[y]": [Outcome.FAILED, Outcome.OK]}))
    assert [(call.step, call.unit, call.timeout) for call in player.calls] == [
        ("p[x]", "do_x", None),
        ("p[y]", "do_y", 4),
        ("p[y]", "do_y", 4),
    ]


def test_a_matrix_without_cells_gives_an_empty_list_where_all_are_asked_for() -> None:
    player = play(Flow((matrix_of(0), FlowStep("z", ("m",), arguments=lambda s: {"m": outputs_of(s, "m")}))))
    assert [call.arguments for call in player.calls] == [{"m": []}]
    failed = play(Flow((matrix_of(0, policy="any"),)))
    assert end_of(failed).status is Status.FAILED


def test_the_cells_of_a_step_go_on_at_most_so_many_at_once() -> None:
    player = play(Flow((matrix_of(7, concurrency=2),)))
    assert player.most_in_flight == 2
    assert len(player.calls) == 7


def test_a_workflow_goes_on_with_at_most_so_many_attempts_at_once() -> None:
    player = play(Flow((matrix_of(7), FlowStep("a"), FlowStep("b")), concurrency=3))
    assert player.most_in_flight == 3
    assert len(player.calls) == 9


def test_any_cell_that_ends_well_is_enough_and_the_others_are_stopped_or_skipped() -> None:
    player = play(Flow((matrix_of(5, policy="any", concurrency=2), FlowStep("z", ("m",)))))
    assert named(player) == ["m[0]:1", "m[1]:1", "z:1"]
    phases = [driver_of(player).step(f"m[{n}]").phase for n in range(5)]
    assert phases == [Phase.COMMITTED, Phase.FAILED, Phase.SKIPPED, Phase.SKIPPED, Phase.SKIPPED]


def test_a_cell_whose_arguments_have_no_value_is_a_cell_that_failed() -> None:
    step = FlowStep(
        "m",
        matrix=lambda s: [{"n": 1}, {}],
        arguments=lambda s: {"n": s["matrix"]["n"]},
        policy="any",
        is_optional=True,
    )
    player = play(Flow((step,)))
    assert named(player) == ["m[0]:1"]
    assert status_of(player, "m") == "completed"


def test_an_optional_matrix_that_fails_gives_its_default() -> None:
    player = play(Flow((matrix_of(3, is_optional=True, default=[]),)), World({"m[1]": [Outcome.FAILED]}))
    assert end_of(player).status is Status.COMPLETED
    assert driver_of(player).seen("m") == {"outputs": [], "status": "failed"}


def test_a_matrix_that_failed_is_resumed_but_for_the_cells_that_have_worked() -> None:
    world = World({"m[1]": [Outcome.FAILED, Outcome.OK]}, traits={"": NO_UNDO})
    player = play(Flow((matrix_of(3), FlowStep("z", ("m",)))), world)
    assert end_of(player).status is Status.FAILED
    player.finished = None
    player.append("run.resumed", {"status": "running"})
    assert named(player.play()) == ["m[0]:1", "m[1]:1", "m[2]:1", "m[1]:2", "m[2]:2", "z:1"]


def test_retries_of_a_step_wait_as_its_definition_says() -> None:
    player = play(Flow((FlowStep("a", retry=retries(3, 10)),)), World({"a": [Outcome.FAILED, Outcome.FAILED]}))
    starts = [event.at for event in player.events if event.kind == "step.started"]
    ends = [event.at for event in player.events if event.kind == "step.ended"]
    assert [start - end for start, end in zip(starts[1:], ends, strict=False)] == [10, 10]


def test_the_terms_of_a_unit_hold_where_the_definition_is_silent() -> None:
    terms = Terms(Retry(attempts=2), 9.0)
    driver = WorkflowDriver(Flow((FlowStep("a"),)), {}, Python(), terms=lambda step: terms)
    player = Player(driver, World({"a": [Outcome.FAILED, Outcome.OK]})).start().play()
    assert [(call.number, call.timeout) for call in player.calls] == [(1, 9.0), (2, 9.0)]


def test_an_unknown_step_waits_while_what_does_not_need_it_goes_on() -> None:
    flow = Flow((FlowStep("a"), FlowStep("b"), FlowStep("c", ("b",)), FlowStep("d", ("a",))))
    player = player_of(flow, World({"a": [Outcome.UNKNOWN]}, decision_of=lambda step: "committed"))
    while not any(isinstance(command, Wait) for command in player.ask()):
        player.turn()
    assert named(player) == ["a:1", "b:1", "c:1"]
    assert named(player.play())[3:] == ["d:1"]


def test_an_optional_step_that_was_only_stopped_runs_when_its_run_is_resumed() -> None:
    flow = Flow((FlowStep("a"), FlowStep("b", is_optional=True, default=0), FlowStep("c", ("a", "b"))))
    player = play(flow, World({"a": [Outcome.FAILED, Outcome.OK]}, traits={"": NO_UNDO}))
    assert driver_of(player).step("b").outcome is Outcome.CANCELLED
    player.finished = None
    player.append("run.resumed", {"status": "running"})
    assert named(player.play()) == ["a:1", "b:1", "a:2", "b:2", "c:1"]


def test_folding_a_log_evaluates_nothing_that_has_ended() -> None:
    flow = Flow((FlowStep("a"), FlowStep("b", ("a",)), FlowStep("c", ("b",))))
    events = play(flow).events
    language = Python()
    driver = WorkflowDriver(flow, {}, language)
    for event in events[:-3]:
        driver.apply(event)
    assert language.asked == []
    assert driver.decide(0) == [Call("c", 1, "do")]
    assert language.asked == ["if c", "with c"]


def test_a_retry_after_a_crash_is_called_with_the_arguments_of_the_first_attempt() -> None:
    flow = Flow((FlowStep("a", arguments=lambda scope: {"x": scope["inputs"]["x"]}),))
    player = player_of(flow, World({"a": [Outcome.UNKNOWN]}, traits={"": Trait(is_idempotent=True)}), x=1)
    player.turn()
    player.turn()
    resumed = WorkflowDriver(flow, {}, Python())
    for event in player.events:
        resumed.apply(event)
    assert resumed.decide(0) == [Call("a", 2, "do", {"x": 1})]


@pytest.mark.parametrize("on_error", ["fail-fast", "continue"])
def test_a_workflow_without_steps_is_completed(on_error: str) -> None:
    assert end_of(play(Flow((), on_error=on_error))) == Finish(Status.COMPLETED, {}, todo=[])


def test_a_run_that_is_taken_over_does_not_write_again_what_was_skipped() -> None:
    flow = Flow((FlowStep("a", condition=lambda scope: False), FlowStep("b"), FlowStep("c", ("a", "b"))))
    player = player_of(flow)
    written = player.play().events
    for length in range(1, len(written)):
        driver = WorkflowDriver(flow, {}, Python())
        for event in written[:length]:
            driver.apply(event)
        drafts = [draft for command in driver.decide(0) if isinstance(command, Record) for draft in command.drafts]
        known = [event.data.get("step") for event in written[:length] if event.kind == "step.skipped"]
        assert not [draft for draft in drafts if draft.kind == "step.skipped" and draft.data["step"] in known]


@pytest.mark.parametrize("is_last_first", [False, True])
def test_a_step_is_skipped_for_the_first_of_its_needs_whichever_failed_first(is_last_first: bool) -> None:  # noqa: FBT001
    flow = Flow((FlowStep("a"), FlowStep("b"), FlowStep("c", ("a", "b"))), on_error="continue")
    world = World({"a": [Outcome.FAILED], "b": [Outcome.FAILED]})
    player = player_of(flow, world)
    player.pick = lambda count: count - 1 if is_last_first else 0
    (skipped,) = [event for event in player.play().events if event.kind == "step.skipped"]
    assert skipped.data["reason"] == "it needs a, which gave nothing"


def test_a_matrix_that_fails_again_after_it_was_resumed_is_resumed_once_more() -> None:
    outcomes = {"m[0]": [Outcome.FAILED, Outcome.OK], "m[1]": [Outcome.OK], "m[2]": [Outcome.FAILED, Outcome.OK]}
    player = play(Flow((matrix_of(3, concurrency=1),)), World(outcomes, traits={"": NO_UNDO}))
    assert driver_of(player).step("m[1]").phase is Phase.SKIPPED
    for _ in range(2):
        assert end_of(player).status is Status.FAILED
        player.finished = None
        player.append("run.resumed", {"status": "running"})
        player.play()
    assert named(player) == ["m[0]:1", "m[0]:2", "m[1]:1", "m[2]:1", "m[2]:2"]
    assert end_of(player).status is Status.COMPLETED


def test_any_that_is_lost_twice_calls_only_what_has_not_worked() -> None:
    step = matrix_of(3, policy="majority", concurrency=1)
    outcomes = {"m[0]": [Outcome.FAILED] * 2 + [Outcome.OK], "m[1]": [Outcome.FAILED, Outcome.OK]}
    player = play(Flow((step,)), World({**outcomes, "m[2]": [Outcome.FAILED] * 2}, traits={"": NO_UNDO}))
    for _ in range(3):
        player.finished = None
        player.append("run.resumed", {"status": "running"})
        if end_of(player.play()).status is Status.COMPLETED:
            break
    committed = [event.data["step"] for event in player.events if event.data.get("outcome") == "ok"]
    assert len(committed) == len(set(committed))
    assert end_of(player).status is Status.COMPLETED


def test_outputs_without_a_value_are_left_out_of_a_patient_run_that_failed() -> None:
    flow = Flow((FlowStep("a"),), on_error="continue", outputs=lambda scope: {"x": scope["inputs"]["x"]})
    end = end_of(play(flow, World({"a": [Outcome.FAILED]}, traits={"": NO_UNDO})))
    assert (end.status, end.outputs) == (Status.FAILED, None)


@pytest.mark.parametrize(("stopped", "status"), [("Cancelled", Status.TIMED_OUT), ("BadUnit", Status.FAILED)])
def test_a_step_that_was_stopped_before_it_began_is_no_reason_of_its_own(stopped: str, status: Status) -> None:
    driver = WorkflowDriver(Flow((FlowStep("a"),)), {}, Python())
    player = Player(driver, World(traits={"": NO_UNDO})).start(deadline=101.0)
    player.append("step.started", {"step": "a", "attempt": 1})
    player.now = 102.0
    fault: dict[str, Any] = {"type": stopped, "message": "", "retryable": False}
    player.append("step.ended", {"step": "a", "attempt": 1, "outcome": "refused", "fault": fault})
    [end] = player.ask()
    assert isinstance(end, Finish)
    assert end.status is status
