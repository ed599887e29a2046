"""`duotone workflow` as it is used: to check, to show, to compare and to draw."""

from __future__ import annotations

import json
import sys

import pytest

from tests.cli.conftest import Project

GOOD = """\
name: greet
description: Says hello.
inputs: {name: {type: string, description: Whom to greet.}, times: {type: integer, default: 1}}
steps:
  - {id: look_up, tool: people, with: {name: "${{ inputs.name }}"}, retry: 3, timeout: 5, undo: forget}
  - {id: hello, function: "greetings:hello", needs: [look_up], if: inputs.times > 0, matrix: {n: [1, 2]}}
outputs: {said: "${{ steps.hello.outputs }}"}
"""
BAD = "name: greet\nstep: []\nsteps: [{id: a, functoin: f}]\n"


def test_a_good_workflow_is_valid(project: Project) -> None:
    project.write("greet.yaml", GOOD)
    done = project.run("workflow", "validate", "greet.yaml")
    assert (done.code, done.out, done.err) == (0, "", "no problems in 1 workflow\n")


def test_problems_are_lines_that_editors_know(project: Project) -> None:
    project.write("flows/greet.yaml", BAD)
    project.write("flows/good.yml", GOOD)
    done = project.run("workflow", "validate", "flows")
    assert (done.code, done.err) == (1, "3 problems in 2 workflows\n")
    assert done.out.splitlines() == [
        "flows/greet.yaml:2:1: a workflow has no key 'step'; did you mean 'steps'?",
        "flows/greet.yaml:3:9: the step calls nothing; give it one of function, tool, agent, workflow, parallel",
        "flows/greet.yaml:3:17: a step has no key 'functoin'; did you mean 'function'?",
    ]


def test_problems_as_json(project: Project) -> None:
    project.write("a.yaml", GOOD)
    project.write("b.yaml", "name: b\n")
    done = project.run("workflow", "validate", "--json", "a.yaml", "b.yaml")
    assert done.code == 1
    assert json.loads(done.out) == {
        "a.yaml": [],
        "b.yaml": ["b.yaml:1:1: the workflow has no steps; write 'steps:' with a list of them"],
    }


def test_a_file_that_is_not_there_is_a_problem(project: Project) -> None:
    done = project.run("workflow", "validate", "gone.yaml")
    assert done.code == 1
    assert done.out == "gone.yaml: can't be read (no such file or directory); name a file with a workflow\n"


def test_a_directory_without_workflows_is_wrong_use(project: Project) -> None:
    (project.root / "empty").mkdir()
    assert project.run("workflow", "validate", "empty").err.startswith("error: there is no workflow in 'empty'")


def test_inspect_shows_what_a_run_needs_and_does(project: Project) -> None:
    project.write("greet.yaml", GOOD)
    done = project.run("workflow", "inspect", "greet.yaml")
    assert done.code == 0
    first, *lines = done.out.splitlines()
    assert first.startswith("greet  ")
    assert lines == [
        "Says hello.",
        "",
        "inputs",
        "  name   string, required, Whom to greet.",
        "  times  integer, default 1",
        "",
        "steps",
        "  look_up  tool people; 3 attempts; at most 5 s; undone by forget",
        "  hello    function greetings:hello; after look_up; for each n; all must succeed; if inputs.times > 0",
        "",
        "outputs",
        "  said  ${{ steps.hello.outputs }}",
    ]


def test_inspect_as_json_can_be_loaded_again(project: Project) -> None:
    project.write("greet.yaml", GOOD)
    data = json.loads(project.run("workflow", "inspect", "--json", "greet.yaml").out)
    assert data["order"] == ["look_up", "hello"]
    project.write("again.json", json.dumps(data["definition"]))
    assert project.run("workflow", "diff", "greet.yaml", "again.json").code == 0


def test_diff_says_what_changed(project: Project) -> None:
    project.write("old.yaml", GOOD)
    project.write("new.yaml", GOOD.replace("timeout: 5", "timeout: 7"))
    done = project.run("workflow", "diff", "old.yaml", "new.yaml")
    assert (done.code, done.out) == (1, "step look_up: timeout: 5.0 → 7.0\n")
    same = project.run("workflow", "diff", "old.yaml", "old.yaml")
    assert (same.code, same.out, same.err) == (0, "", "both mean the same\n")


def test_graph_draws_in_three_ways(project: Project) -> None:
    project.write("greet.yaml", GOOD)
    assert "hello" in project.run("workflow", "graph", "greet.yaml").out
    assert project.run("workflow", "graph", "--format", "mermaid", "greet.yaml").out.startswith("flowchart TD\n")
    assert project.run("workflow", "graph", "--format", "dot", "greet.yaml").out.startswith('digraph "greet" {\n')


@pytest.mark.parametrize("verb", [["inspect"], ["graph"], ["diff", "good.yaml"]])
def test_a_bad_workflow_is_told_line_by_line_where_a_good_one_is_needed(project: Project, verb: list[str]) -> None:
    project.write("good.yaml", GOOD)
    project.write("bad.yaml", BAD)
    done = project.run("workflow", *verb, "bad.yaml")
    assert (done.code, done.out) == (2, "")
    assert len(done.err.splitlines()) == 3
    assert done.err.startswith("error: bad.yaml:2:1: ")


def test_without_a_verb_the_verbs_are_named(project: Project) -> None:
    done = project.run("workflow")
    assert done.code == 2
    assert "validate" in done.err


def test_the_extra_is_named_where_it_is_missing(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write("greet.yaml", f"{GOOD}# a text is read once, so this is one that no other test has\n")
    monkeypatch.setitem(sys.modules, "yaml", None)
    done = project.run("workflow", "validate", "greet.yaml")
    assert done.code == 2
    assert "pip install 'duotone[runtime]'" in done.err
