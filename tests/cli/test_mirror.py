"""`duotone mirror` as it is used: by settings or by hand, to write, to check, to look."""

from __future__ import annotations

from tests.cli.conftest import Project

SOURCE = "import asyncio\n\n\nclass AsyncClient:\n    async def get(self):\n        await asyncio.sleep(1)\n"
COPY = "import time\n\n\nclass Client:\n    def get(self):\n        time.sleep(1)\n"
SETTINGS = '[[mirror]]\nsource = "pkg/_async"\ntarget = "pkg/_sync"\nformat = "none"\n'


def _prepared(project: Project, more: str = "") -> None:
    project.write("pkg/__init__.py", "")
    project.write("pkg/_async/__init__.py", "")
    project.write("pkg/_async/client.py", SOURCE)
    project.write("duotone.toml", SETTINGS + more)


def test_the_copies_are_made_and_then_fresh(project: Project) -> None:
    _prepared(project)
    done = project.run("mirror")
    assert (done.code, done.out) == (0, "2 copies made, 0 fresh\n")
    text = (project.root / "pkg/_sync/client.py").read_text(encoding="utf-8")
    assert text.partition("\n")[2] == COPY
    assert project.run("mirror", "--check").out == "2 copies fresh\n"


def test_a_stale_copy_and_a_missing_one_fail_the_check(project: Project) -> None:
    _prepared(project)
    project.run("mirror")
    project.write("pkg/_sync/client.py", "# changed by hand\n")
    (project.root / "pkg/_sync/__init__.py").unlink()
    done = project.run("mirror", "--check")
    assert done.code == 1
    assert done.out.splitlines() == [
        "pkg/_sync/__init__.py is missing: made from pkg/_async/__init__.py",
        "pkg/_sync/client.py is stale: made from pkg/_async/client.py",
    ]


def test_a_rule_that_nothing_needs_fails_the_check(project: Project) -> None:
    _prepared(project, 'rename = { Gone = "There" }\n')
    assert project.run("mirror").err == "warning: nothing needed the rule for 'Gone'\n"
    done = project.run("mirror", "--check")
    assert (done.code, done.out) == (1, "nothing needs the rule for 'Gone'\n")


def test_a_copy_without_a_source_goes(project: Project) -> None:
    _prepared(project)
    project.run("mirror")
    (project.root / "pkg/_async/client.py").unlink()
    assert project.run("mirror", "--check").out == "pkg/_sync/client.py has no source\n"
    assert project.run("mirror").code == 0
    assert not (project.root / "pkg/_sync/client.py").exists()


def test_a_refused_line_leaves_everything_as_it_was(project: Project) -> None:
    _prepared(project)
    project.write("pkg/_async/other.py", "import asyncio\n\nasync def f():\n    await asyncio.wait_for(g(), 1)\n")
    done = project.run("mirror")
    assert done.code == 1
    assert done.out.startswith("pkg/_async/other.py:4:11: `asyncio.wait_for` has no sync form; write that part under")
    assert not (project.root / "pkg/_sync").exists()


def test_source_and_target_can_be_given_by_hand(project: Project) -> None:
    project.write("a.py", SOURCE)
    assert project.run("mirror", "a.py", "b.py", "--rename", "get=fetch").code == 0
    assert "def fetch(self):" in (project.root / "b.py").read_text(encoding="utf-8")


def test_the_difference_is_shown_and_nothing_written(project: Project) -> None:
    project.write("a.py", SOURCE)
    done = project.run("mirror", "a.py", "b.py", "--diff")
    assert done.code == 1
    assert "+class Client:\n" in done.out
    assert not (project.root / "b.py").exists()


def test_twins_that_were_kept_by_hand_are_compared(project: Project) -> None:
    _prepared(project)
    project.write("pkg/_sync/__init__.py", "")
    project.write("pkg/_sync/client.py", COPY.replace("Client", "Customer").replace("time.sleep(1)", "time.sleep(2)"))
    done = project.run("mirror", "--adopt")
    assert done.code == 1
    assert "pkg/_sync/__init__.py: the same code\n" in done.out
    assert '  rename.Client = "Customer"\n' in done.out


WRONG = {
    (): "no mirrors are set; name SRC and DEST",
    ("gone", "there"): "mirror of 'gone': there is no such file",
    ("a.py",): "SRC needs a DEST",
    ("a.py", "a.py"): "it would be copied onto itself",
    ("a.py", "b.py", "--rename", "x"): "--rename needs OLD=NEW",
}


def test_wrong_use_is_one_line_and_exit_2(project: Project) -> None:
    project.write("a.py", SOURCE)
    for words, line in WRONG.items():
        done = project.run("mirror", *words)
        assert done.code == 2
        assert line in done.err
        assert done.err.count("\n") == 1


def test_wrong_settings_are_one_line_and_exit_2(project: Project) -> None:
    project.write("a.py", SOURCE)
    for key, line in {
        "sauce = 1": "unknown key 'sauce'; did you mean 'source'?",
        'mode = "odd"': 'write mode = "copy" or mode = "facade"',
        "rename = 1": "write it as a table of texts",
        "keep = 1": "write it as a list of texts",
        "format = 1": 'write "auto", "ruff"',
    }.items():
        project.write("duotone.toml", f'[[mirror]]\nsource = "a.py"\ntarget = "b.py"\n{key}\n')
        done = project.run("mirror")
        assert done.code == 2
        assert line in done.err
