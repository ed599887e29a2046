"""`duotone baseline` and `duotone check` with one."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import CLEAN, LOSING, Project

NAME = "duotone-baseline.json"


def test_what_was_accepted_is_hidden_and_what_is_new_is_shown(project: Project) -> None:
    project.write("a.py")
    assert project.run("baseline").code == 0
    done = project.run("check")
    assert done.code == 0
    assert done.err == "1 finding is hidden by the baseline; --no-baseline shows it\n"
    project.write("b.py")
    assert project.places() == ["b.py:9 DUO101"]
    assert project.places("--no-baseline") == ["a.py:9 DUO101", "b.py:9 DUO101"]


def test_a_finding_stays_accepted_when_its_line_moves(project: Project) -> None:
    project.write("a.py")
    project.run("baseline")
    project.write("a.py", "# a new first line\n\n" + LOSING.replace("lose()\n", "lose()  # and a comment\n"))
    assert project.places() == []


def test_a_second_equal_finding_in_the_same_function_is_new(project: Project) -> None:
    project.write("a.py")
    project.run("baseline")
    project.write("a.py", LOSING + "    lose()\n")
    assert project.places() == ["a.py:10 DUO101"]


def test_the_file_has_one_line_for_each_finding_in_order(project: Project) -> None:
    project.write("b.py")
    project.write("a.py")
    project.run("baseline")
    text = (project.root / NAME).read_text()
    listed = json.loads(text)
    assert [entry["path"] for entry in listed["findings"]] == ["a.py", "b.py"]
    assert set(listed["findings"][0]) == {"path", "code", "symbol", "message", "fingerprint"}
    assert [line for line in text.splitlines() if "DUO101" in line] == [
        line for line in text.splitlines() if '"path"' in line
    ]


def test_writing_it_twice_changes_nothing(project: Project) -> None:
    project.write("a.py")
    project.run("baseline")
    before = (project.root / NAME).read_bytes()
    assert project.run("baseline").code == 0
    assert (project.root / NAME).read_bytes() == before


def test_it_only_shrinks(project: Project) -> None:
    project.write("a.py")
    project.write("b.py")
    project.run("baseline")
    project.write("a.py", CLEAN)
    project.write("c.py")
    done = project.run("check")
    assert "1 entry of the baseline no longer occurs; `duotone baseline` removes it\n" in done.err
    done = project.run("baseline")
    assert done.code == 1
    assert f"{NAME}: 1 accepted, 0 of them new, 1 removed\n" in done.err
    assert f"{NAME}: 1 new finding was not accepted; see `duotone check`, or accept with --accept-new\n" in done.err
    assert [entry["path"] for entry in json.loads((project.root / NAME).read_text())["findings"]] == ["b.py"]


def test_new_findings_enter_when_they_are_accepted(project: Project) -> None:
    project.write("a.py")
    project.run("baseline")
    project.write("b.py")
    assert project.run("baseline", "--accept-new").code == 0
    assert project.places() == []


def test_a_run_over_some_files_removes_nothing_of_the_others(project: Project) -> None:
    project.write("one/a.py")
    project.write("two/b.py")
    project.run("baseline")
    assert "no longer" not in project.run("check", "one").err
    project.run("baseline", "one")
    assert project.places() == []


def test_a_run_with_some_rules_removes_nothing_of_the_others(project: Project) -> None:
    project.write("a.py", LOSING + "    _ = lose()\n")
    project.run("baseline")
    assert "no longer" not in project.run("check", "--select", "DUO102").err
    project.run("baseline", "--select", "DUO102")
    assert project.places() == []


def test_entries_of_a_file_that_is_gone_are_removed(project: Project) -> None:
    project.write("one/a.py").parent.joinpath("keep.py").write_text(CLEAN)
    project.write("two/b.py")
    project.run("baseline")
    (project.root / "two" / "b.py").unlink()
    assert "1 entry of the baseline no longer occurs" in project.run("check", "one").err


def test_another_file_can_be_named(project: Project) -> None:
    project.write("a.py")
    assert project.run("baseline", "--baseline", "accepted.json").code == 0
    assert not (project.root / NAME).exists()
    assert project.places() == ["a.py:9 DUO101"]
    assert project.places("--baseline", "accepted.json") == []
    project.write("pyproject.toml", '[tool.duotone]\nbaseline = "accepted.json"\n')
    assert project.places() == []


def test_one_that_the_settings_name_is_written_when_it_is_not_there_yet(project: Project) -> None:
    project.write("a.py")
    project.write("pyproject.toml", '[tool.duotone]\nbaseline = "accepted.json"\n')
    assert project.run("baseline").code == 0
    assert [path.name for path in project.root.glob("*.json")] == ["accepted.json"]
    assert project.places() == []


def test_it_only_shrinks_without_settings_too(project: Project) -> None:
    project.write("a.py")
    project.run("baseline", "--isolated")
    project.write("b.py")
    done = project.run("baseline", "--isolated")
    assert (done.code, "1 new finding was not accepted" in done.err) == (1, True)


def test_each_project_has_its_own(project: Project) -> None:
    for name in ("one", "two"):
        project.write(f"{name}/duotone.toml", "")
        project.write(f"{name}/a.py")
    assert project.run("baseline").code == 0
    assert (project.root / "one" / NAME).exists()
    assert (project.root / "two" / NAME).exists()
    assert project.places() == []
    done = project.run("baseline", "--baseline", "both.json")
    assert done.code == 2
    assert "the paths belong to 2 projects" in done.err


def test_isolated_runs_hide_nothing(project: Project) -> None:
    project.write("a.py")
    project.run("baseline")
    assert project.places("--isolated") == ["a.py:9 DUO101"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"version": 2, "findings": []}', '{"version": 1, "findings": [{}]}'])
def test_a_broken_one_is_one_line_and_exit_2(text: str, project: Project) -> None:
    project.write("a.py")
    project.write(NAME, text)
    for command in ("check", "baseline"):
        done = project.run(command)
        assert (done.code, done.out) == (2, "")
        assert "is no baseline" in done.err
        assert done.err.count("\n") == 1
    assert (project.root / NAME).read_text() == text


def test_standard_input_has_no_baseline(project: Project) -> None:
    assert project.run("baseline", "-").code == 2
