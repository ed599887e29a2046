"""Commands where something is not installed: one line that says what to install, and exit 2."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.cli.test_serve import environment
from tests.meta.sources import ROOT

WORKFLOW = 'name: look\nsteps: [{id: a, function: "module:name"}]\n'
WITHOUT = """
import sys

missing, *arguments = sys.argv[1:]
sys.modules[missing] = None
from duotone.cli import main

sys.exit(main(arguments))
"""


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A real environment that has duotone, and nothing else."""
    place = tmp_path_factory.mktemp("bare")
    venv.create(place, with_pip=False)
    found = place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    ask = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = subprocess.run([found, "-c", ask], capture_output=True, text=True, check=True).stdout.strip()
    Path(packages, "duotone.pth").write_text(f"{ROOT / 'src'}\n", encoding="utf-8")
    return found


def asked(command: list[str], cwd: Path, **more: str) -> tuple[int, str, str]:
    kept = {name: value for name, value in environment().items() if name != "PYTHONPATH"}
    done = subprocess.run(
        command, cwd=cwd, env={**kept, **more}, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("serve", "server"),
        ("serve --demo", "server"),
        ("serve --demo --once", "agents"),
        ("chat", "agents"),
        ("chat --model any", "agents"),
        ("workflow run look.yaml", "runtime"),
        ("workflow validate look.yaml", "runtime"),
        ("workflow graph look.yaml", "runtime"),
        ("lsp", "lsp"),
        ("check .", "check"),
        ("fix .", "check"),
        ("report --html x.html", "check"),
        ("mirror a b", "check"),
    ],
)
def test_a_command_says_what_to_install(command: str, extra: str, python: Path, tmp_path: Path) -> None:
    (tmp_path / "look.yaml").write_text(WORKFLOW, encoding="utf-8")
    (tmp_path / "module.py").write_text("name = 1\n", encoding="utf-8")
    code, out, err = asked([str(python), "-m", "duotone", *command.split()], tmp_path)
    assert (code, out) == (2, "")
    [line] = err.splitlines()
    assert line.startswith("error: ")
    assert line.endswith(f" needs the {extra!r} extra: pip install 'duotone[{extra}]'")


@pytest.mark.parametrize(
    "command",
    [
        "--version",
        "rules",
        "explain DUO101",
        "completion bash",
        "token create --log s.db",
        "session create --log s.db",
        "saga list --log s.db",
        "outbox list --log s.db",
        "log verify s.db",
    ],
)
def test_what_needs_nothing_works_without_anything(command: str, python: Path, tmp_path: Path) -> None:
    assert asked([str(python), "-m", "duotone", "session", "create", "--log", "s.db"], tmp_path)[0] == 0
    code, _, err = asked([str(python), "-m", "duotone", *command.split()], tmp_path)
    assert (code, "error" in err) == (0, False), err


@pytest.mark.parametrize(
    ("missing", "command", "extra"),
    [
        ("fastapi", "serve --memory", "server"),
        ("uvicorn", "serve --memory", "server"),
        ("websockets", "serve --memory", "server"),
        ("pydantic", "chat", "agents"),
        ("openai", "chat --memory", "openai"),
        ("openai", "serve --demo --port 0", "openai"),
        ("yaml", "workflow validate look.yaml", "runtime"),
        ("pygls", "lsp", "lsp"),
    ],
)
def test_one_package_that_is_missing_is_named_by_its_extra(
    missing: str, command: str, extra: str, tmp_path: Path
) -> None:
    (tmp_path / "look.yaml").write_text(WORKFLOW, encoding="utf-8")
    asking = [sys.executable, "-c", WITHOUT, missing, *command.split()]
    code, out, err = asked(asking, tmp_path, PYTHONPATH=str(ROOT / "src"), OPENAI_API_KEY="none")
    assert (code, out) == (2, "")
    [line] = err.splitlines()
    assert line.endswith(f" needs the {extra!r} extra: pip install 'duotone[{extra}]'")
