"""The engine as a whole: what it keeps between runs changes nothing but the time, and no order of work matters."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from duotone.analyzer.engine import Report, check
from duotone.analyzer.flow.body import Body
from duotone.analyzer.flow.file import File
from duotone.analyzer.room import without_collector
from duotone.analyzer.settings import Settings

STORE = """import asyncio

class Store:
    async def save(self, row):
        await self.write(row)

    async def write(self, row):
        await asyncio.sleep(0)
"""
ORDERS = """
from store import Store


async def order(store: Store):
    store.save(1)
"""

REMOTE = """import functools


def deprecated(reason):
    def decorator(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            print(reason)
            return function(*args, **kwargs)

        return wrapper

    return decorator


class Client:
    @deprecated("use aclose")
    async def close(self): ...

    @deprecated("use open")
    def start(self): ...
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "store.py").write_text(STORE, encoding="utf-8")
    (root / "orders.py").write_text(ORDERS, encoding="utf-8")
    return root


def run(root: Path, *, jobs: int | None = 1, has_cache: bool = True) -> Report:
    cache = root.parent / "cache" if has_cache else None
    return check(sorted(root.rglob("*.py")), Settings(root=root, cache_dir=cache, jobs=jobs))


def found(report: Report) -> list[tuple[str, int, str]]:
    return [(finding.place.path, finding.place.line, finding.code) for finding in report.findings]


def test_a_second_run_finds_the_same(project: Path) -> None:
    assert run(project).findings == run(project).findings
    assert found(run(project)) == [("orders.py", 6, "DUO101")]


def test_what_was_seen_of_a_file_goes_without_a_look_for_garbage(project: Path) -> None:
    (project / "within.py").write_text(
        "def outer(given):\n    async def inner():\n        return await given()\n    return inner\n", encoding="utf-8"
    )
    gc.collect()
    with without_collector():
        run(project, has_cache=False)
        assert not [one for one in gc.get_objects() if isinstance(one, File | Body)]


def test_a_change_of_what_others_see_runs_them_again(project: Path) -> None:
    run(project)
    (project / "store.py").write_text(
        STORE.replace("async def save", "def save").replace("await ", ""), encoding="utf-8"
    )
    assert ("orders.py", 6, "DUO101") not in found(run(project))


def test_a_definition_that_moved_is_shown_where_it_is(project: Path) -> None:
    run(project)
    (project / "store.py").write_text("# one\n# two\n" + STORE, encoding="utf-8")
    [finding] = run(project).findings
    assert [step.place.line for step in finding.proof if step.kind == "definition" and step.place] == [6]


def test_a_module_that_is_new_is_seen_by_those_who_missed_it(project: Path) -> None:
    (project / "store.py").unlink()
    assert found(run(project)) == []
    (project / "store.py").write_text(STORE, encoding="utf-8")
    assert found(run(project)) == [("orders.py", 6, "DUO101")]


def test_a_file_that_is_gone_is_forgotten(project: Path) -> None:
    run(project)
    (project / "store.py").unlink()
    run(project)
    [path] = (project.parent / "cache").glob("*.sqlite")
    connection = sqlite3.connect(path)
    kept = connection.execute("select module from files").fetchall()
    connection.close()
    assert kept == [("orders",)]


def test_a_run_over_a_part_keeps_what_is_known_of_the_rest(project: Path) -> None:
    run(project)
    settings = Settings(root=project, cache_dir=project.parent / "cache", jobs=1)
    check([project / "orders.py"], settings)
    [path] = (project.parent / "cache").glob("*.sqlite")
    connection = sqlite3.connect(path)
    kept = connection.execute("select module from files order by module").fetchall()
    connection.close()
    assert kept == [("orders",), ("store",)]


def test_a_directory_of_somebodys_is_not_hidden_from_git(project: Path) -> None:
    check([project / "orders.py"], Settings(root=project, cache_dir=project, jobs=1))
    assert not (project / ".gitignore").exists()
    run(project)
    assert (project.parent / "cache" / ".gitignore").read_text(encoding="utf-8") == "*\n"


def test_a_damaged_cache_is_made_anew(project: Path) -> None:
    run(project)
    for path in (project.parent / "cache").glob("*.sqlite*"):
        path.write_bytes(b"not a database" * 1000)
    assert found(run(project)) == [("orders.py", 6, "DUO101")]
    assert found(run(project)) == [("orders.py", 6, "DUO101")]


def test_rows_that_make_no_sense_are_read_again(project: Path) -> None:
    run(project)
    [path] = (project.parent / "cache").glob("*.sqlite")
    with sqlite3.connect(path) as connection:
        connection.execute("update files set facts = 'x', told = 'y'")
    connection.close()
    assert found(run(project)) == [("orders.py", 6, "DUO101")]


@pytest.mark.parametrize("seed", range(6))
def test_a_cache_with_a_few_wrong_bytes_changes_nothing(seed: int, project: Path) -> None:
    run(project)
    [path] = (project.parent / "cache").glob("*.sqlite")
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
    kept, source = path.read_bytes(), random.Random(seed)  # noqa: S311  # the same damage each time
    store = (project / "store.py").read_text(encoding="utf-8")
    for number in range(4):
        data = bytearray(kept)
        for _ in range(40):
            data[source.randrange(len(data) // 2, len(data))] = source.randrange(256)
        path.write_bytes(data)
        # Every other time something has changed, so that what is kept of the rest is asked as well.
        (project / "store.py").write_text(store + "\n" * (number % 2), encoding="utf-8")
        assert found(run(project)) == [("orders.py", 6, "DUO101")]
        for other in path.parent.glob("*.sqlite-*"):
            other.unlink()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names of files are text")
def test_a_name_of_a_file_that_is_no_text_keeps_nobody_from_checking(project: Path) -> None:
    Path(os.fsdecode(bytes(project) + b"/bad\xff.py")).write_text(ORDERS, encoding="utf-8")
    for _ in range(2):
        assert found(run(project)) == [("bad\udcff.py", 6, "DUO101"), ("orders.py", 6, "DUO101")]


def test_several_processes_find_what_one_finds(project: Path) -> None:
    for number in range(60):
        (project / f"orders{number}.py").write_text(ORDERS, encoding="utf-8")
    assert found(run(project, jobs=2, has_cache=False)) == found(run(project, jobs=1, has_cache=False))
    assert len(found(run(project, jobs=2))) == 61


def test_the_text_of_an_editor_counts_and_is_not_kept(project: Path) -> None:
    run(project)
    path = project / "orders.py"
    settings = Settings(root=project, cache_dir=project.parent / "cache", jobs=1)
    fixed = ORDERS.replace("store.save", "await store.save")
    assert check([path, project / "store.py"], settings, overlay={path: fixed}).findings == ()
    assert found(run(project)) == [("orders.py", 6, "DUO101")]


def test_a_file_that_vanishes_is_no_reason_to_fail(project: Path) -> None:
    files = [*sorted(project.rglob("*.py")), project / "gone.py"]
    report = check(files, Settings(root=project, jobs=1))
    assert ("orders.py", 6, "DUO101") in found(report)


@pytest.mark.parametrize(
    "text",
    [
        "def f(flag):\n    return 1 if flag and isinstance(nobody, str) and nobody.args else 2\n",
        "def f(a=1, /, b=2, /, c=3):\n    return a\n",
    ],
    ids=["a name that nothing binds", "a mark that is there twice"],
)
def test_code_that_can_never_run_is_no_reason_to_fail(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.py").write_text(text)
    assert run(tmp_path).files == 1


def written(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def test_a_module_is_looked_up_from_where_it_is_imported(tmp_path: Path) -> None:
    main = "from app.store import save\nimport app.store\n\n\nasync def go():\n    save(1)\n    app.store.save(2)\n"
    test = "from app.store import save\nfrom helper import send\n\n\nasync def test_it():\n    save(1)\n    send()\n"
    plain, asynchronous = "def {}(x=0): return x\n", "async def {}(x=0): return x\n"
    files: dict[str, str] = {}
    for service, store, helper in (("a", asynchronous, plain), ("b", plain, asynchronous)):
        files |= {
            f"services/{service}/src/app/__init__.py": "",
            f"services/{service}/src/app/store.py": store.format("save"),
            f"services/{service}/src/app/main.py": main,
            f"services/{service}/tests/helper.py": helper.format("send"),
            f"services/{service}/tests/test_it.py": test,
        }
    lost = [row[:2] for row in found(run(written(tmp_path / "mono", files))) if row[2] == "DUO101"]
    assert lost == [
        ("services/a/src/app/main.py", 6),
        ("services/a/src/app/main.py", 7),
        ("services/a/tests/test_it.py", 6),
        ("services/b/tests/test_it.py", 7),
    ]


def test_every_place_in_a_notebook_is_in_a_cell(tmp_path: Path) -> None:
    sources = [
        "import asyncio, time\n",
        "async def idle():\n    return 1\n\n\ndef helper():\n    time.sleep(1)\n",
        "async def go():\n    await idle()\n",
        "async def slow():\n    await asyncio.sleep(0)\n    helper()\n    idle()\n",
        "class A:\n    def f(self) -> int: return 1\n\n\nclass B(A):\n    async def f(self) -> int: return 1\n",
        "x = (\n",
    ]
    cells = [{"cell_type": "code", "source": source} for source in sources]
    path = tmp_path / "notes.ipynb"
    path.write_text(json.dumps({"cells": cells}), encoding="utf-8")
    report = check([path], Settings(root=tmp_path, jobs=1))
    places = [finding.place for finding in report.findings]
    places += [step.place for finding in report.findings for step in finding.proof if step.place is not None]
    places += [edit.place for finding in report.findings if finding.fix for edit in finding.fix.edits]
    assert all(place.cell is not None and place.line <= sources[place.cell - 1].count("\n") for place in places)
    assert {(finding.code, finding.place.cell, finding.place.line) for finding in report.findings} >= {
        ("DUO302", 4, 3),
        ("DUO101", 4, 4),
        ("DUO601", 5, 6),
        ("DUO001", 6, 1),
    }


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs a file that nobody can read")
def test_a_file_that_cannot_be_read_says_so_until_it_can(project: Path) -> None:
    locked = project / "locked.py"
    locked.symlink_to("/proc/self/mem")
    assert ("locked.py", 1, "DUO001") in found(run(project))
    assert ("locked.py", 1, "DUO001") in found(run(project))
    locked.unlink()
    locked.write_text("x = 1\n", encoding="utf-8")
    assert found(run(project)) == [("orders.py", 6, "DUO101")]


def test_a_run_over_a_part_decides_nothing_about_the_whole(project: Path) -> None:
    (project / "sync.py").write_text("class Other:\n    def save_it(self): ...\n", encoding="utf-8")
    (project / "async.py").write_text("class One:\n    async def save_it(self): ...\n", encoding="utf-8")
    (project / "use.py").write_text("async def use(thing):\n    thing.save_it()\n    await thing.save_it()\n")
    whole = run(project).findings
    check(
        [project / "async.py", project / "use.py"], Settings(root=project, cache_dir=project.parent / "cache", jobs=1)
    )
    assert run(project).findings == whole


def test_what_was_found_with_the_text_of_an_editor_is_not_kept(project: Path) -> None:
    run(project)
    settings = Settings(root=project, cache_dir=project.parent / "cache", jobs=1)
    plain = STORE.replace("async def save", "def save").replace("await self", "self")
    files = sorted(project.rglob("*.py"))
    report = check(files, settings, overlay={project / "store.py": plain})
    assert ("orders.py", 6, "DUO101") not in found(report)
    assert found(run(project)) == [("orders.py", 6, "DUO101")]


@pytest.mark.parametrize("cache", ["cache", None])
def test_a_package_that_is_installed_anew_is_asked_again(project: Path, cache: str | None) -> None:
    packages = project.parent / "env" / "lib" / "python3.11" / "site-packages"
    packages.mkdir(parents=True)
    (packages.parents[2] / "pyvenv.cfg").write_text("version = 3.11.0\n", encoding="utf-8")
    (project / "use.py").write_text("import remote\n\n\nasync def use():\n    remote.get()\n", encoding="utf-8")
    cache_dir = None if cache is None else project.parent / cache
    settings = Settings(root=project, cache_dir=cache_dir, jobs=1, python=packages.parents[2])
    files = sorted(project.rglob("*.py"))
    for color, count in (("", 0), ("async ", 1), ("", 0)):
        (packages / "remote.py").write_text(f"{color}def get(): ...\n", encoding="utf-8")
        assert [one[0] for one in found(check(files, settings))].count("use.py") == count
    (packages / "remote.py").unlink()
    assert ("use.py", 5, "DUO101") not in found(check(files, settings))


def test_what_a_wrapper_of_a_package_hands_on_is_a_coroutine_still(project: Path) -> None:
    packages = project.parent / "env" / "lib" / "python3.11" / "site-packages"
    packages.mkdir(parents=True)
    (packages.parents[2] / "pyvenv.cfg").write_text("version = 3.11.0\n", encoding="utf-8")
    (packages / "remote.py").write_text(REMOTE, encoding="utf-8")
    text = "import remote\n\n\nasync def use(client: remote.Client):\n    client.close()\n    client.start()\n"
    (project / "use.py").write_text(text, encoding="utf-8")
    settings = Settings(root=project, cache_dir=None, jobs=1, python=packages.parents[2])
    report = check([project / "use.py"], settings)
    assert found(report) == [("use.py", 5, "DUO101")]


def test_a_file_that_is_touched_but_not_changed_is_not_run_again(project: Path) -> None:
    run(project)
    os.utime(project / "store.py", (1, 1))
    [path] = (project.parent / "cache").glob("*.sqlite")
    before = _facts_of(path)
    with sqlite3.connect(path) as connection:
        connection.execute("update files set outline = '' where path like '%store.py'")
    connection.close()
    assert found(run(project)) == [("orders.py", 6, "DUO101")]
    assert _facts_of(path) == before


def _facts_of(path: Path) -> list[tuple[str, bytes]]:
    connection = sqlite3.connect(path)
    rows = connection.execute("select path, facts from files order by path").fetchall()
    connection.close()
    return rows


def test_a_directory_keeps_the_files_of_few_versions(project: Path) -> None:
    cache = project.parent / "cache"
    cache.mkdir()
    for number in range(20):
        (cache / f"check-{number}.sqlite").write_bytes(b"of another version")
    assert found(run(project)) == [("orders.py", 6, "DUO101")]
    assert len(list(cache.glob("*.sqlite"))) < 10


def _started(project: Path) -> subprocess.Popen[bytes]:
    options = ["--isolated", "--no-progress", "--output-format", "concise", "--exit-zero", "--cache-dir"]
    command = [sys.executable, "-m", "duotone", "check", *options, str(project.parent / "cache"), "."]
    return subprocess.Popen(command, cwd=project, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_runs_at_the_same_time_share_a_cache_without_harm(project: Path) -> None:
    for number in range(20):
        (project / f"orders{number}.py").write_text(ORDERS, encoding="utf-8")
    outputs = {process.communicate() for process in [_started(project) for _ in range(4)]}
    assert len(outputs) == 1
    [(output, errors)] = outputs
    assert (output.count(b"DUO101"), errors) == (21, b"")
    assert _started(project).communicate() == (output, errors)


def test_a_run_that_was_killed_leaves_nothing_that_harms(project: Path) -> None:
    for number in range(60):
        (project / f"orders{number}.py").write_text(ORDERS * 20, encoding="utf-8")
    whole = found(run(project, has_cache=False))
    for wait in (0.3, 0.6, 0.9, 1.2):
        process = _started(project)
        time.sleep(wait)
        process.send_signal(signal.SIGKILL)
        process.communicate()
    assert found(run(project)) == whole
    assert found(run(project)) == whole
