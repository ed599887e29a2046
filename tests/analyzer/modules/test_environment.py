"""The target's environment, found by its layout alone."""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path

import pytest

from duotone.analyzer.modules import Modules
from duotone.analyzer.modules.editable import read_links
from duotone.analyzer.modules.environment import find_environment
from duotone.errors import NoSuchPython


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the environment in which the tests themselves run."""
    for variable in ("VIRTUAL_ENV", "CONDA_PREFIX", "UV_PROJECT_ENVIRONMENT"):
        monkeypatch.delenv(variable, raising=False)


def make(prefix: Path, layout: str = "lib/python3.13/site-packages") -> Path:
    site = prefix / layout
    site.mkdir(parents=True)
    return site


@pytest.mark.parametrize("name", [".venv", "venv", "env", ".pixi/envs/default"])
def test_an_environment_beside_the_start_is_found(tmp_path: Path, name: str) -> None:
    site = make(tmp_path / name)
    found = find_environment(None, tmp_path)
    assert found.directories == (str(site),)
    assert found.version == (3, 13)


def test_an_environment_above_the_start_is_found(tmp_path: Path) -> None:
    site = make(tmp_path / ".venv")
    (tmp_path / "packages/one").mkdir(parents=True)
    assert find_environment(None, tmp_path / "packages/one").directories == (str(site),)


def test_the_layout_of_windows_is_read_with_its_version(tmp_path: Path) -> None:
    site = make(tmp_path / ".venv", "Lib/site-packages")
    (tmp_path / ".venv/pyvenv.cfg").write_text("home = C:\\Python\nversion_info = 3.12.1.final.0\n")
    found = find_environment(None, tmp_path)
    assert (found.directories, found.version) == ((str(site),), (3, 12))


@pytest.mark.parametrize("variable", ["VIRTUAL_ENV", "CONDA_PREFIX", "UV_PROJECT_ENVIRONMENT"])
def test_an_active_environment_is_used(tmp_path: Path, variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    site = make(tmp_path / "elsewhere")
    (tmp_path / "project").mkdir()
    monkeypatch.setenv(variable, str(tmp_path / "elsewhere"))
    assert find_environment(None, tmp_path / "project").directories == (str(site),)


def test_a_file_that_names_the_environment_is_followed(tmp_path: Path) -> None:
    site = make(tmp_path / "far")
    project = tmp_path / "project"
    project.mkdir()
    (project / ".venv").write_text("../far\n")
    assert find_environment(None, project).directories == (str(site),)


def test_the_interpreter_that_pdm_wrote_down_is_followed(tmp_path: Path) -> None:
    site = make(tmp_path / "far")
    project = tmp_path / "project"
    project.mkdir()
    (project / ".pdm-python").write_text(str(tmp_path / "far/bin/python"))
    assert find_environment(None, project).directories == (str(site),)


def test_without_any_environment_it_is_our_own(tmp_path: Path) -> None:
    found = find_environment(None, tmp_path)
    assert os.path.normpath(sysconfig.get_paths()["purelib"]) in found.directories
    assert found.version == sys.version_info[:2]


def test_local_packages_come_before_our_own(tmp_path: Path) -> None:
    make(tmp_path / "__pypackages__", "3.11/lib")
    site = make(tmp_path / "__pypackages__", "3.13/lib")
    assert find_environment(None, tmp_path).directories[0] == str(site)


def test_an_interpreter_stands_for_its_environment(tmp_path: Path) -> None:
    site = make(tmp_path / "v")
    python = tmp_path / "v/bin/python"
    python.parent.mkdir()
    python.symlink_to(sys.executable)
    assert find_environment(python, tmp_path).directories == (str(site),)
    assert find_environment(Path("v/bin/python"), tmp_path).directories == (str(site),)
    assert find_environment(Path("v"), tmp_path).directories == (str(site),)


@pytest.mark.skipif(sys.platform == "win32", reason="a shim is a shell script here")
def test_an_interpreter_whose_layout_says_nothing_is_asked(tmp_path: Path) -> None:
    shim = tmp_path / "shims/inner/python"
    shim.parent.mkdir(parents=True)
    shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    shim.chmod(0o755)
    found = find_environment(shim, tmp_path)
    assert os.path.normpath(sysconfig.get_paths()["purelib"]) in found.directories
    assert found.version == sys.version_info[:2]


@pytest.mark.parametrize(
    ("name", "reason"),
    [("missing", "does not exist"), ("empty", "has no site-packages"), ("empty/text", "does not run as Python")],
)
def test_a_python_that_is_none_is_one_clear_line(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty/text").write_text("no\n")
    with pytest.raises(NoSuchPython, match=reason) as caught:
        find_environment(Path(name), tmp_path)
    assert "\n" not in str(caught.value)
    assert caught.value.given == Path(name)


def test_what_an_outer_environment_lends_comes_last(tmp_path: Path) -> None:
    site = make(tmp_path / ".venv")
    outer = make(tmp_path / "outer")
    shared = make(tmp_path / "outer", "lib/python3/dist-packages")
    (tmp_path / ".venv/pyvenv.cfg").write_text(
        f"home = {tmp_path / 'outer' / 'bin'}\ninclude-system-site-packages = true\n"
    )
    assert find_environment(None, tmp_path).directories == (str(site), str(outer), str(shared))


def test_paths_in_pth_files_and_egg_links_are_followed_and_code_is_not_run(tmp_path: Path) -> None:
    site = make(tmp_path / ".venv")
    for name in ("one", "two", "three"):
        (tmp_path / name).mkdir()
    (site / "old.egg").mkdir()
    (site / "a.pth").write_text(
        f"# a comment\n\nimport os; os.mkdir('ran')\n{tmp_path / 'one'}\n../../../../two\nnowhere\n.\n"
    )
    (site / "b.egg-link").write_text(f"{tmp_path / 'three'}\n.")
    found = find_environment(None, tmp_path).directories
    assert found == (*map(str, [site, tmp_path / "one", tmp_path / "two", tmp_path / "three", site / "old.egg"]),)
    assert not Path("ran").exists()


def test_finders_of_editable_installs_are_read(tmp_path: Path) -> None:
    site = make(tmp_path / ".venv")
    for name in ("lib/pkg/part.py", "lib/pkg/__init__.py", "lib/single.py", "other/inner/__init__.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    mapping = {"renamed": str(tmp_path / "lib/pkg"), "single": str(tmp_path / "lib/single.py")}
    (site / "__editable___x_1_0_finder.py").write_text(
        f"import sys\nMAPPING: dict[str, str] = {mapping!r}\nNAMESPACES: dict[str, str] = {{}}\n"
    )
    (site / "__editable___y_finder.py").write_text("MAPPING = {unreadable}\n")
    (site / "__editable___w_finder.py").write_text("MAPPING = {1, 2}\n")
    (site / "_editable_impl_z.py").write_text(f"F.map_module('inner', {str(tmp_path / 'other/inner')!r})\n")
    modules = Modules([], start=tmp_path / "start")
    assert modules.path_of("renamed.part") == tmp_path / "lib/pkg/part.py"
    assert modules.path_of("renamed") == tmp_path / "lib/pkg/__init__.py"
    assert modules.path_of("single") == tmp_path / "lib/single.py"
    assert modules.path_of("inner") == tmp_path / "other/inner/__init__.py"
    assert modules.kind_of(tmp_path / "lib/single.py") == "library"


def test_links_that_can_not_be_read_lead_nowhere(tmp_path: Path) -> None:
    (tmp_path / "directory.pth").mkdir()
    for directory in (tmp_path, tmp_path / "missing"):
        assert read_links(str(directory)) == ((), {})


def test_a_bare_name_is_looked_for_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = make(tmp_path / "v")
    python = tmp_path / "v/bin/python-of-this-test"
    python.parent.mkdir()
    python.symlink_to(sys.executable)
    monkeypatch.setenv("PATH", str(python.parent))
    assert find_environment(Path("python-of-this-test"), tmp_path).directories == (str(site),)


def test_the_project_itself_installed_as_editable_stays_the_project(tmp_path: Path) -> None:
    site = make(tmp_path / ".venv")
    (tmp_path / "src/pkg").mkdir(parents=True)
    files = [tmp_path / "src/pkg/__init__.py", tmp_path / "src/pkg/x.py", tmp_path / "src/pkg/y.py"]
    for path in files:
        path.touch()
    (site / "pkg.pth").write_text(str(tmp_path / "src"))
    modules = Modules(files[:2], start=tmp_path)
    assert [modules.kind_of(path) for path in files] == ["project"] * 3
    assert modules.path_of("pkg.y") == files[2]
