"""Every rule on its cases: flagged code is found where it is marked, and right code that looks wrong is left alone."""

from __future__ import annotations

import ast
import functools
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from duotone.analyzer import rules
from duotone.analyzer.engine import check
from duotone.analyzer.findings import Confidence, Finding, Severity, Step
from duotone.analyzer.settings import Settings
from duotone.analyzer.suppressions import suppress
from tests.analyzer.catalog import ALL, CASES, FLAGGED, NEWER, Case, cases_of_row
from tests.analyzer.gaps import GAPS
from tests.analyzer.marks import Spot


def cases_of(row: str) -> list[object]:
    """The cases of a row, with ids that carry it."""
    return [pytest.param(case, id=f"{row}-{case}", marks=gap(f"{row}-{case}")) for case in cases_of_row(row)]


def gap(name: str) -> list[pytest.MarkDecorator]:
    """The mark of a case that isn't found yet."""
    return [pytest.mark.xfail(strict=True, reason=GAPS[name])] if name in GAPS else []


@functools.cache
def findings_of(case: Case) -> tuple[Finding, ...]:
    """What the analyzer says about a case that is a project of its own, far from any other file."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve() / "project"
        if case.path.is_dir():
            shutil.copytree(case.path, root, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            root.mkdir()
            shutil.copy(case.path, root)
        report = check([root / name for name in case.files()], Settings(root=root, jobs=1))
    shown = tuple(finding for finding in report.findings if finding.confidence >= Confidence.LIKELY)
    return shown if case.code != "DUO002" else tuple(after_suppressions(case, shown))


def after_suppressions(case: Case, findings: tuple[Finding, ...]) -> Iterator[Finding]:
    for name, path in case.files().items():
        own = [finding for finding in findings if finding.place.path == name]
        heard = suppress(own, path.read_text(encoding="utf-8"), name)
        yield from (one for one in (*heard.kept, *heard.unused) if one.confidence >= Confidence.LIKELY)


def spot_of(finding: Finding) -> Spot:
    return Spot(finding.place.path, finding.place.line, finding.place.cell or 0)


def difference(case: Case) -> list[str]:
    """What was not found and what was not expected, one line each."""
    marks, found = case.marks(), {(spot_of(finding), finding.code) for finding in findings_of(case)}
    lines = [
        f"missing {' | '.join(sorted(codes))} at {spot}: {case.text(spot)}"
        for spot, codes in marks.expected
        if not any((spot, code) in found for code in codes)
    ]
    if marks.either and not marks.either & found:
        spot, code = min(marks.either)
        lines.append(f"missing {code} on any line marked `either`, such as {spot}: {case.text(spot)}")
    lines += [
        f"unexpected {finding.code} at {spot_of(finding)}: {finding.message}: {case.text(spot_of(finding))}"
        for finding in findings_of(case)
        if (spot_of(finding), finding.code) not in marks.accepted
    ]
    return lines


def missing_steps(case: Case, kind: str) -> list[str]:
    """The marks of one kind that no proof answers."""
    answered = {
        (Spot(step.place.path, step.place.line, step.place.cell or 0), finding.code)
        for finding in findings_of(case)
        for step in finding.proof
        if step.kind == kind and step.place is not None
    }
    return [
        f"no proof has a {kind!r} step at {spot}: {case.text(spot)}"
        for wanted, spot, codes in case.marks().steps
        if wanted == kind and not any(at == spot and (not codes or code in codes) for at, code in answered)
    ]


def hold(case: Case, *kinds: str) -> None:
    """Fail with everything that is wrong about a case."""
    lines = difference(case) + [line for kind in kinds for line in missing_steps(case, kind)]
    assert not lines, "\n".join([str(case), *lines])


@pytest.mark.parametrize("case", cases_of("A1"))
def test_A1_a_discarded_coroutine_is_found_whatever_the_receiver(case: Case) -> None:
    hold(case)


@pytest.mark.parametrize("case", cases_of("A2"))
def test_A2_a_coroutine_that_is_used_as_its_value_is_found(case: Case) -> None:
    hold(case, "lost")


@pytest.mark.parametrize("case", cases_of("A3"))
def test_A3_a_broad_except_is_named_and_makes_it_worse(case: Case) -> None:
    hold(case, "hidden")
    hidden = [finding for finding in findings_of(case) if any(step.kind == "hidden" for step in finding.proof)]
    assert [finding for finding in hidden if finding.severity is not Severity.ERROR] == []
    steps = [step for finding in hidden for step in finding.proof if step.kind == "hidden" and step.place is not None]
    assert [step for step in steps if not points_to(case, step, "except", "suppress", "contextlib")] == []


def points_to(case: Case, step: Step, *words: str) -> bool:
    """Whether one of the words begins where a step points to."""
    assert step.place is not None
    line = case.files()[step.place.path].read_text(encoding="utf-8").split("\n")[step.place.line - 1]
    return line[step.place.column - 1 :].startswith(words)


@pytest.mark.parametrize("case", cases_of("A4"))
def test_A4_the_fault_behind_the_fault_is_told_and_no_fix_runs_into_it(case: Case) -> None:
    hold(case, "next")
    compound = [finding for finding in findings_of(case) if any(step.kind == "next" for step in finding.proof)]
    assert [finding.fix for finding in compound if finding.fix is not None and finding.fix.is_safe] == []


@pytest.mark.parametrize("case", cases_of("A5"))
def test_A5_the_siblings_that_await_are_listed(case: Case) -> None:
    hold(case, "sibling")


@pytest.mark.parametrize("case", cases_of("A6"))
def test_A6_async_without_a_suspension_point_is_found(case: Case) -> None:
    hold(case)


@pytest.mark.parametrize("case", cases_of("A7"))
def test_A7_a_dispatcher_that_forces_its_handlers_to_be_async_is_found_once(case: Case) -> None:
    hold(case)


@pytest.mark.parametrize("case", cases_of("A8"))
def test_A8_a_surface_that_mixes_colors_without_a_reason_is_found(case: Case) -> None:
    hold(case)


@pytest.mark.parametrize("case", cases_of("A9"))
def test_A9_a_function_of_the_wrong_color_is_found_where_it_is_given(case: Case) -> None:
    hold(case)


@pytest.mark.parametrize("case", cases_of("A10"))
def test_A10_async_syntax_on_plain_things_and_the_reverse_is_found(case: Case) -> None:
    hold(case)


@pytest.mark.parametrize("case", cases_of("A11"))
def test_A11_a_loop_inside_a_loop_is_found_through_helpers(case: Case) -> None:
    hold(case)


@pytest.mark.parametrize("case", cases_of("A12"))
def test_A12_a_blocking_call_on_the_loop_is_found_through_helpers(case: Case) -> None:
    hold(case)


@pytest.mark.parametrize("case", cases_of("A13"))
def test_A13_a_dropped_task_or_gather_is_found(case: Case) -> None:
    hold(case)


@pytest.mark.parametrize("case", cases_of("A14"))
def test_A14_a_route_that_defeats_offloading_is_found(case: Case) -> None:
    hold(case)


@pytest.mark.parametrize("case", cases_of("A15"))
def test_A15_a_decorator_that_hides_a_coroutine_is_found(case: Case) -> None:
    hold(case)


@pytest.mark.parametrize("case", cases_of("A16"))
def test_A16_twins_that_have_drifted_are_found(case: Case) -> None:
    hold(case)


@pytest.mark.parametrize("case", cases_of("A17"))
def test_A17_right_code_that_looks_wrong_is_left_alone(case: Case) -> None:
    hold(case)


@pytest.mark.parametrize("case", [case for case in FLAGGED if case.code in {"DUO001", "DUO002"}], ids=str)
def test_what_is_wrong_with_a_file_or_its_comments_is_found(case: Case) -> None:
    hold(case)


@pytest.mark.parametrize("rule", rules.ALL, ids=lambda rule: rule.code)
def test_a_rule_has_flagged_cases_and_no_fewer_clean_ones(rule: rules.Rule) -> None:
    own = [case for case in ALL if case.path.is_relative_to(CASES / f"{rule.code}-{rule.name}")]
    assert 0 < sum(case.is_flagged for case in own) <= sum(not case.is_flagged for case in own)


@pytest.mark.parametrize("case", ALL, ids=str)
def test_a_case_says_its_shape_and_is_marked_as_it_is_filed(case: Case) -> None:
    marks = case.marks()
    assert bool(marks.expected or marks.either or marks.allowed) is case.is_flagged
    for path in case.files().values():
        text = path.read_text(encoding="utf-8")
        if path.suffix != ".ipynb" and text.strip():
            assert text.removeprefix("# -*- coding: utf-8 -*-\n").startswith('"""')


@pytest.mark.parametrize("case", [case for case in ALL if case.path.parent.name != NEWER], ids=str)
def test_a_case_is_code_of_every_python_that_runs_us(case: Case) -> None:
    is_broken_on_purpose = case.code == "DUO001" and (
        case.is_flagged or case.path.stem.startswith(("broken", "template"))
    )
    for path in case.files().values():
        if path.suffix == ".py" and not is_broken_on_purpose:
            ast.parse(path.read_text(encoding="utf-8"), path.name)
