"""What a project's own linters leave out is doubted, whichever of them says so and wherever."""

from __future__ import annotations

from pathlib import Path

import pytest

from duotone.analyzer.engine import check
from duotone.analyzer.findings import Confidence, Finding
from duotone.analyzer.settings import Settings

BROKEN = "salt 3 spoons\n"


def found_in(root: Path, name: str, start: Path | None = None) -> Finding:
    """What is said of a file that can't be read."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(BROKEN, encoding="utf-8")
    [finding] = check([path], Settings(root=start or root, jobs=1)).findings
    return finding


@pytest.mark.parametrize(
    ("config", "text", "linter"),
    [
        ("pyproject.toml", '[tool.ruff]\nexclude = ["menus"]\n', "ruff"),
        ("pyproject.toml", '[tool.ruff.lint]\nexclude = ["menus/*.py"]\n', "ruff"),
        ("ruff.toml", 'extend-exclude = ["**/menus/**"]\n', "ruff"),
        (".ruff.toml", 'extend-exclude = ["./menus/listed.py"]\n', "ruff"),
        ("pyproject.toml", "[tool.black]\nforce-exclude = '/menus/'\n", "black"),
        ("setup.cfg", "[flake8]\nexclude = .git,menus/  # written by a machine\n", "flake8"),
        ("tox.ini", "[tox]\n[flake8]\nextend-exclude = */listed.py\n", "flake8"),
        (".flake8", "[flake8]\nexclude =\n    drafts,\n    listed.py\n", "flake8"),
    ],
)
def test_what_a_linter_leaves_out_is_only_possible(tmp_path: Path, config: str, text: str, linter: str) -> None:
    (tmp_path / config).write_text(text, encoding="utf-8")
    finding = found_in(tmp_path, "menus/listed.py")
    assert finding.confidence is Confidence.POSSIBLE
    assert [step.text for step in finding.proof] == [f"the project has {linter} leave it out"]


@pytest.mark.parametrize(
    ("config", "text"),
    [
        ("pyproject.toml", '[tool.ruff]\nexclude = ["drafts", "menu"]\n'),
        ("pyproject.toml", '[tool.ruff\nexclude = ["menus"]\n'),
        ("pyproject.toml", '[tool]\nruff = "menus"\nblack = 1\nexclude = 2\n'),
        ("pyproject.toml", "[tool.black]\nexclude = '(menus'\n"),
        ("pyproject.toml", '[tool.mypy]\nexclude = ["menus"]\n'),
        ("setup.cfg", "[flake8]\n[flake8]\nexclude = menus\n"),
        ("tox.ini", "[pytest]\nexclude = menus\n"),
    ],
)
def test_what_no_linter_leaves_out_is_certain(tmp_path: Path, config: str, text: str) -> None:
    (tmp_path / config).write_text(text, encoding="utf-8")
    assert found_in(tmp_path, "menus/listed.py").confidence is Confidence.CERTAIN


def test_a_repository_is_looked_through_to_its_top_and_no_further(tmp_path: Path) -> None:
    (tmp_path / "ruff.toml").write_text('exclude = ["*.py"]\n', encoding="utf-8")
    top = tmp_path / "kitchen"
    (top / ".git").mkdir(parents=True)
    assert found_in(top, "menus/listed.py", top / "menus").confidence is Confidence.CERTAIN
    (top / "ruff.toml").write_text('exclude = ["menus"]\n', encoding="utf-8")
    assert found_in(top, "menus/listed.py", top / "menus").confidence is Confidence.POSSIBLE
