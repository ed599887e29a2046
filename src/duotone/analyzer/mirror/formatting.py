"""Copies formatted as the project formats its code: with the tool that its settings name, or not at all."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

from duotone.errors import FormattingFailed

__all__ = ["Formatter"]

_FILE = ("-q", "--stdin-filename", "{path}", "-")
# Renaming puts names out of order, in imports and in `__all__`; ruff sorts those where the project asks for it.
_COMMANDS: dict[str, tuple[tuple[str, ...], ...]] = {
    "black": (("black", *_FILE),),
    "ruff": (("ruff", "check", "--fix-only", "--fixable", "I001,RUF022", *_FILE), ("ruff", "format", *_FILE)),
}
_PATIENCE = 60


class Formatter:
    """Runs a command that reads code from standard input and writes it to standard output.

    `choice` is `auto`, `ruff`, `black`, `none`, or a command in which `{path}` stands for the file; `auto` is what the
    nearest settings have a table for.
    """

    def __init__(self, root: Path, choice: str | Sequence[str] = "auto") -> None:
        self._root = root
        if choice == "auto":
            choice = _configured(root)
        self._commands = _COMMANDS.get(choice, ()) if isinstance(choice, str) else (tuple(choice),)

    def __call__(self, text: str, path: Path) -> str:
        """Return the formatted text; raises `FormattingFailed` where the tool is missing or refuses it."""
        for command in self._commands:
            text = self._run(command, text, path)
        return text

    def _run(self, template: Sequence[str], text: str, path: Path) -> str:
        name = template[0]
        beside = Path(sys.executable).with_name(name)
        found = str(beside) if beside.is_file() else shutil.which(name)
        if found is None:
            raise FormattingFailed(name, "it isn't installed")
        command = [found, *(part.replace("{path}", str(path)) for part in template[1:])]
        try:
            done = subprocess.run(  # noqa: S603  # the formatter that the project itself has set
                command, input=text.encode(), capture_output=True, cwd=self._root, timeout=_PATIENCE, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise FormattingFailed(name, str(error)) from error
        if done.returncode:
            lines = done.stderr.decode(errors="replace").strip().splitlines()
            raise FormattingFailed(name, lines[-1] if lines else f"it ended with {done.returncode}")
        return done.stdout.decode()


def _configured(root: Path) -> str:
    for directory in (root, *root.parents):
        if (directory / "ruff.toml").is_file() or (directory / ".ruff.toml").is_file():
            return "ruff"
        path = directory / "pyproject.toml"
        if path.is_file():
            try:
                tools = tomllib.loads(path.read_text(encoding="utf-8")).get("tool", {})
            except (tomllib.TOMLDecodeError, UnicodeDecodeError):
                return "none"
            return next((name for name in ("ruff", "black") if name in tools), "none")
    return "none"
