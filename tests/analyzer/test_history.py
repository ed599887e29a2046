"""The partial fix: which commit put the `await` before the siblings, in real repositories."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from duotone.analyzer import git
from duotone.analyzer.engine import check
from duotone.analyzer.findings import Finding, Step
from duotone.analyzer.history import with_commits
from duotone.analyzer.settings import Settings
from duotone.analyzer.texts import Texts
from duotone.cli import main

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")

STORE = '''"""Keeps orders."""

import asyncio


class Store:
    async def save(self, order: str) -> None:
        await asyncio.sleep(0)
'''
HANDLERS = '''"""Two callers."""

from store import Store


async def create(store: Store) -> None:
    store.save("a")


async def update(store: Store) -> None:
    store.save("b")
'''
FIXED = HANDLERS.replace('    store.save("b")', '    await store.save("b")')


class Repo:
    """A repository whose commits are made by the tests."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir()
        self.git("init", "--quiet")

    def git(self, *arguments: str) -> str:
        who = ("-c", "user.name=someone", "-c", "user.email=someone@example.org", "-c", "commit.gpgsign=false")
        command = [shutil.which("git") or "git", *who, *arguments]
        done = subprocess.run(command, cwd=self.root, check=True, capture_output=True, text=True, env=clean())
        return done.stdout.strip()

    def commit(self, subject: str, **files: str) -> str:
        """Write files by their names without suffix, commit them, and give the short name of the commit."""
        for name, text in files.items():
            (self.root / f"{name}.py").write_text(text, encoding="utf-8")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "-m", subject)
        return self.git("rev-parse", "HEAD")[:7]

    def findings(self, root: Path | None = None) -> list[Finding]:
        """What is lost in the files as they are, with their history."""
        top = (root or self.root).resolve()
        report = check(sorted(top.glob("*.py")), Settings(root=top, jobs=1))
        return [one for one in with_commits(report.findings, top, Texts(top)) if one.code == "DUO101"]

    def commits(self, root: Path | None = None) -> list[Step]:
        return [step for finding in self.findings(root) for step in finding.proof if step.kind == "commit"]


def clean() -> dict[str, str]:
    """The environment without what a hook around the tests would set."""
    return {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    found = Repo(tmp_path / "project")
    found.commit("Keep orders", store=STORE, handlers=HANDLERS)
    return found


def test_A5_the_commit_that_fixed_the_sibling_is_named(repo: Repo) -> None:
    name = repo.commit("Await the save of updates", handlers=FIXED)
    [step] = repo.commits()
    assert step.text == f"commit {name} “Await the save of updates” added the await"
    assert step.place is not None
    assert (step.place.path, step.place.line) == ("handlers.py", 11)


def test_A5_text_json_and_sarif_all_name_the_commit(
    repo: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name = repo.commit("Await the save of updates", handlers=FIXED)
    monkeypatch.chdir(repo.root)
    for form in ("text", "json", "sarif"):
        main(["check", "--no-cache", "--isolated", "--output-format", form])
        said = capsys.readouterr().out
        assert f"commit {name} " in (said if form == "text" else json.dumps(json.loads(said)))
        assert "handlers.py" in said


def test_a_line_that_was_changed_since_is_followed_to_its_fix(repo: Repo) -> None:
    name = repo.commit("Await the save of updates", handlers=FIXED)
    moved = FIXED.replace("Two callers.", "Two callers.\n\nOne of them waits.")
    repo.commit("Say more", handlers=moved)
    repo.commit("Save another", handlers=moved.replace('save("b")', 'save("c")'))
    assert [step.text.split()[1] for step in repo.commits()] == [name]


def test_a_file_that_was_renamed_since_keeps_its_history(repo: Repo) -> None:
    name = repo.commit("Await the save of updates", handlers=FIXED)
    repo.git("mv", "handlers.py", "views.py")
    repo.commit("Call them views")
    assert [step.text.split()[1] for step in repo.commits()] == [name]


def test_edits_that_are_not_committed_move_the_line_and_change_nothing(repo: Repo) -> None:
    name = repo.commit("Await the save of updates", handlers=FIXED)
    (repo.root / "handlers.py").write_text(FIXED.replace("Two", "\n\nTwo"), encoding="utf-8")
    assert [step.text.split()[1] for step in repo.commits()] == [name]


def test_a_project_below_the_top_of_the_repository_is_found(tmp_path: Path) -> None:
    whole = Repo(tmp_path / "whole")
    part = whole.root / "services" / "orders"
    part.mkdir(parents=True)
    (part / "store.py").write_text(STORE, encoding="utf-8")
    (part / "handlers.py").write_text(HANDLERS, encoding="utf-8")
    whole.commit("Keep orders")
    (part / "handlers.py").write_text(FIXED, encoding="utf-8")
    name = whole.commit("Await the save of updates")
    assert [step.text.split()[1] for step in whole.commits(part)] == [name]


@pytest.mark.parametrize("is_committed", [True, False], ids=["written so", "not committed"])
def test_nothing_is_said_of_an_await_that_no_commit_added(repo: Repo, *, is_committed: bool) -> None:
    if is_committed:
        repo.commit("Write to a third", others=FIXED.replace('store.save("a")', "print(store)"))
    else:
        (repo.root / "handlers.py").write_text(FIXED, encoding="utf-8")
    assert repo.commits() == []


def test_a_shallow_clone_says_nothing(repo: Repo, tmp_path: Path) -> None:
    repo.commit("Await the save of updates", handlers=FIXED)
    repo.git("clone", "--quiet", "--depth", "1", repo.root.as_uri(), str(tmp_path / "shallow"))
    assert repo.commits()
    assert repo.commits(tmp_path / "shallow") == []


def test_without_a_repository_or_without_git_nothing_is_said(
    repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.commit("Await the save of updates", handlers=FIXED)
    plain = tmp_path / "plain"
    shutil.copytree(repo.root, plain, ignore=shutil.ignore_patterns(".git"))
    assert repo.commits(plain) == []
    monkeypatch.setenv("PATH", str(tmp_path))
    assert repo.commits() == []


@pytest.mark.skipif(sys.platform == "win32", reason="the traps are shell scripts")
def test_settings_of_the_repository_run_nothing(repo: Repo, tmp_path: Path) -> None:
    trap, caught = tmp_path / "trap", tmp_path / "caught"
    trap.write_text(f'#!/bin/sh\necho "$0 $*" >> "{caught}"\ncat\n', encoding="utf-8")
    trap.chmod(0o755)
    (repo.root / ".gitattributes").write_text("*.py diff=trap filter=trap\n", encoding="utf-8")
    repo.commit("Await the save of updates", handlers=FIXED)
    for key in (
        *("core.fsmonitor", "core.pager", "core.sshCommand", "core.editor", "diff.external", "gpg.program"),
        *("diff.trap.command", "diff.trap.textconv", "filter.trap.clean", "filter.trap.smudge", "filter.trap.process"),
    ):
        repo.git("config", key, str(trap))
    repo.git("config", "log.showSignature", "true")
    (repo.root / "handlers.py").write_text(FIXED.replace("Two", "\nTwo"), encoding="utf-8")
    caught.unlink(missing_ok=True)
    assert repo.commits()
    assert not caught.exists()


def test_what_git_is_asked_is_bounded_in_number_and_time(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit("Await the save of updates", handlers=FIXED)
    found = git.Repository.around(repo.root)
    assert found is not None
    answers = [found.ask("rev-parse", "HEAD") for _ in range(80)]
    assert answers[0]
    assert answers[-1] is None
    late = git.Repository(repo.root, time.monotonic() - 1)
    assert late.ask("rev-parse", "HEAD") is None


def test_git_is_not_asked_where_no_finding_has_siblings(
    repo: Repo, monkeypatch: pytest.MonkeyPatch, fail: Callable[..., object]
) -> None:
    monkeypatch.setattr(git.Repository, "around", fail)
    assert repo.commits() == []


@pytest.fixture
def fail() -> Callable[..., object]:
    def never(*_: object) -> object:
        raise AssertionError("git was asked")

    return never


def test_the_editor_server_never_asks_git() -> None:
    code = "import sys, duotone.lsp.checking; print('duotone.analyzer.history' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "False"
