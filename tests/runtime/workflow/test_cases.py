"""Folders of workflows: good ones load, bad ones are refused with exactly the problems that stand on their lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from duotone.errors import BadWorkflow
from duotone.runtime.workflow import from_json, load

CASES = Path(__file__).parent / "cases"
GOOD = sorted((CASES / "good").glob("*.yaml"))
BAD = sorted((CASES / "bad").glob("*.yaml"))


def expected(path: Path) -> Iterator[str]:
    """Yield the problems that a file announces: `#! column: problem` on its line, or with a whole place in front."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for said in re.split(r"(?:^|  )#! ", line)[1:]:
            yield said if line.startswith("#!") else f"{path.name}:{number}:{said}"


def pattern(line: str) -> str:
    return re.escape(line).replace("…;", ".*;")


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_bad_workflow_is_refused_with_every_problem_at_its_place(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    with pytest.raises(BadWorkflow) as caught:
        load(path.name)
    wanted, problems = list(expected(path)), list(caught.value.problems)
    assert wanted
    unannounced = [line for line in problems if not any(re.fullmatch(pattern(one), line) for one in wanted)]
    unseen = [one for one in wanted if not any(re.fullmatch(pattern(one), line) for line in problems)]
    assert (unannounced, unseen) == ([], [])
    assert str(caught.value) == "\n".join(problems)


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_a_good_workflow_loads_and_comes_back_from_its_canonical_form(path: Path) -> None:
    definition = load(path)
    again = from_json(definition.to_json())
    assert again == definition
    assert again.hash == definition.hash
    assert load(definition.to_json()) == definition
    assert sorted(definition.order) == sorted(step.id for step in definition.steps)
