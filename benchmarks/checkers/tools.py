"""How each checker is run, and how what it prints is read: one class per checker, each as strict as it goes."""

from __future__ import annotations

import compileall
import json
import os
import re
import sys
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from benchmarks.checkers import fetching
from benchmarks.measure import ROOT

_LINE = re.compile(r"^(?P<path>[^:\n]+):(?P<line>\d+):(?:\d+:)? ?(?P<text>.*)$", re.MULTILINE)
_COLORED = re.compile(r"corouti|await|async", re.IGNORECASE)


@dataclass(frozen=True, order=True)
class Message:
    """One message at one place; the path is relative to the tree."""

    path: str
    line: int
    end_line: int
    code: str
    text: str

    @property
    def is_about_color(self) -> bool:
        """Whether it mentions coroutines, awaiting or async."""
        return bool(_COLORED.search(self.text) or _COLORED.search(self.code))


@dataclass(frozen=True)
class Target:
    """A tree to check: what in it, where imports begin, and the environment with what it imports."""

    tree: Path
    paths: tuple[str, ...]
    roots: tuple[str, ...]
    env: Path | None = None
    cache: Path | None = None
    version: str = "3.11"

    @property
    def python(self) -> str:
        """The interpreter whose packages are seen."""
        return str(self.env / "bin" / "python") if self.env else sys.executable


class Tool:
    """A checker."""

    key: ClassVar[str]
    package: ClassVar[str]
    # One that is ours runs anew each time; the peers' results are kept.
    is_ours: ClassVar[bool] = False
    # What it says of a file it says of that file alone, too, so that only those that change need another run.
    is_narrow: ClassVar[bool] = False

    def prepare(self, target: Target) -> None:
        """Write what the checker reads besides the tree."""

    @abstractmethod
    def command(self, target: Target) -> list[str]:
        """Return the command line, to be run in the tree."""

    def environment(self, target: Target) -> Mapping[str, str]:
        """Return the variables to set."""
        return {}

    @abstractmethod
    def messages(self, output: str, target: Target) -> Iterator[Message]:
        """Read what it printed."""


def executable(name: str) -> str:
    return str(fetching.tools() / name)


def relative(path: str, target: Target) -> str:
    absolute = os.path.join(target.tree, path)  # noqa: PTH118  # an absolute path stays as it is
    return os.path.relpath(absolute, target.tree).replace(os.sep, "/")


class Duotone(Tool):
    key, package, is_ours = "duotone", "duotone", True

    def command(self, target: Target) -> list[str]:
        cache = ["--cache-dir", str(target.cache)] if target.cache else ["--no-cache"]
        python = ["--python", str(target.env)] if target.env else []
        options = ["--isolated", "--no-baseline", "--exit-zero", "--no-progress", "--output-format", "json"]
        return [sys.executable, "-m", "duotone", "check", *options, *cache, *python, *target.paths]

    def prepare(self, target: Target) -> None:
        """Compile the source, as an installation does."""
        compileall.compile_dir(ROOT / "src" / "duotone", quiet=1)

    def environment(self, target: Target) -> Mapping[str, str]:
        return {"PYTHONPATH": str(ROOT / "src")}

    def messages(self, output: str, target: Target) -> Iterator[Message]:
        for one in json.loads(output)["findings"]:
            place = one.get("place", one)
            proof = " ".join(str(step.get("text", "")) for step in one.get("proof", []))
            text = f"{one['message']} {proof}".strip()
            yield Message(relative(place["path"], target), place["line"], place["end_line"], one["code"], text)


class Ruff(Tool):
    key, package = "ruff", "ruff"

    def command(self, target: Target) -> list[str]:
        cache = ["--cache-dir", str(target.cache)] if target.cache else ["--no-cache"]
        options = [
            "--isolated",
            "--select",
            "ALL",
            "--preview",
            "--target-version",
            f"py{target.version.replace('.', '')}",
            "--output-format",
            "json",
        ]
        return [executable("ruff"), "check", "-q", "--exit-zero", *cache, *options, *target.paths]

    def messages(self, output: str, target: Target) -> Iterator[Message]:
        for one in json.loads(output):
            first, last = one["location"]["row"], one["end_location"]["row"]
            yield Message(relative(one["filename"], target), first, last, one["code"] or "", one["message"])


class Mypy(Tool):
    key, package = "mypy", "mypy"
    codes: ClassVar[tuple[str, ...]] = (
        "unused-awaitable",
        "unused-coroutine",
        "truthy-bool",
        "truthy-iterable",
        "truthy-function",
        "redundant-expr",
        "possibly-undefined",
    )

    def command(self, target: Target) -> list[str]:
        options = ["--config-file=", "--strict", "--python-executable", target.python, "--explicit-package-bases"]
        options += ["--namespace-packages", "--no-error-summary", "--no-color-output", "--hide-error-context"]
        options += [
            "--python-version",
            target.version,
            "--show-absolute-path",
            "--cache-dir",
            str(target.cache or os.devnull),
        ]
        for code in self.codes:
            options += ["--enable-error-code", code]
        return [executable("mypy"), *options, *target.paths]

    def environment(self, target: Target) -> Mapping[str, str]:
        return {"MYPYPATH": os.pathsep.join(str(target.tree / root) for root in target.roots)}

    def messages(self, output: str, target: Target) -> Iterator[Message]:
        for match in _LINE.finditer(output):
            text, _, code = match["text"].rpartition("  [")
            line = int(match["line"])
            yield Message(relative(match["path"], target), line, line, code.rstrip("]"), text or match["text"])


class Zuban(Mypy):
    key, package = "zuban", "zuban"

    def command(self, target: Target) -> list[str]:
        options = ["check", "--mode", "mypy", "--strict", "--python-executable", target.python]
        options += ["--python-version", target.version, "--no-error-summary"]
        for code in self.codes[:3]:
            options += ["--enable-error-code", code]
        return [executable("zuban"), *options, *target.paths]


class Pyright(Tool):
    key, package = "pyright", "pyright"

    def settings(self, target: Target) -> Path:
        return target.tree.parent / f"{target.tree.name}.pyright.json"

    def prepare(self, target: Target) -> None:
        rules = ("UnusedCoroutine", "UnusedCallResult", "UnnecessaryComparison", "UnusedExpression")
        settings: dict[str, Any] = {
            "include": [str(target.tree / path) for path in target.paths],
            "extraPaths": [str(target.tree / root) for root in target.roots],
            "typeCheckingMode": "strict",
            "pythonVersion": target.version,
            "enableTypeIgnoreComments": True,
        } | {f"report{rule}": "error" for rule in rules}
        if target.env:
            settings |= {"venvPath": str(target.env.parent), "venv": target.env.name}
        self.settings(target).write_text(json.dumps(settings))

    def command(self, target: Target) -> list[str]:
        return [executable("pyright"), "-p", str(self.settings(target)), "--outputjson"]

    def messages(self, output: str, target: Target) -> Iterator[Message]:
        for one in json.loads(output)["generalDiagnostics"]:
            span = one["range"]
            first, last = span["start"]["line"] + 1, span["end"]["line"] + 1
            yield Message(relative(one["file"], target), first, last, one.get("rule", ""), one["message"])


class Ty(Tool):
    key, package = "ty", "ty"

    def command(self, target: Target) -> list[str]:
        options = ["--output-format", "concise", "--warn", "all", "--exit-zero", "--no-progress", "--color", "never"]
        options += ["--python", target.python, "--python-version", target.version]
        for root in target.roots:
            options += ["--extra-search-path", str(target.tree / root)]
        return [executable("ty"), "check", *options, *target.paths]

    def messages(self, output: str, target: Target) -> Iterator[Message]:
        for match in _LINE.finditer(output):
            found = re.match(r"\w+\[(?P<code>[\w-]+)\] (?P<text>.*)", match["text"])
            line = int(match["line"])
            if found:
                yield Message(relative(match["path"], target), line, line, found["code"], found["text"])


class Pyrefly(Tool):
    key, package = "pyrefly", "pyrefly"

    def command(self, target: Target) -> list[str]:
        options = ["--preset", "all", "--output-format", "json", "--python-version", target.version]
        options += ["--python-interpreter-path", target.python]
        for root in target.roots:
            options += ["--search-path", str(target.tree / root)]
        return [executable("pyrefly"), "check", *options, *target.paths]

    def messages(self, output: str, target: Target) -> Iterator[Message]:
        for one in json.loads(output)["errors"]:
            yield Message(relative(one["path"], target), one["line"], one["stop_line"], one["name"], one["description"])


class Flake8Async(Tool):
    key, package, is_narrow = "flake8-async", "flake8-async", True

    def command(self, target: Target) -> list[str]:
        return [executable("flake8"), "--isolated", "--exit-zero", "--select", "ASYNC", *target.paths]

    def messages(self, output: str, target: Target) -> Iterator[Message]:
        for match in _LINE.finditer(output):
            code, _, text = match["text"].partition(" ")
            line = int(match["line"])
            yield Message(relative(match["path"], target), line, line, code, text)


class Pylint(Tool):
    key, package, is_narrow = "pylint", "pylint", True

    def command(self, target: Target) -> list[str]:
        options = ["--rcfile", os.devnull, "--disable=all", "--enable=E,W", "--output-format=json2", "--exit-zero"]
        return [executable("pylint"), *options, "--py-version", target.version, "--recursive=y", *target.paths]

    def environment(self, target: Target) -> Mapping[str, str]:
        packages = sorted(target.env.glob("lib/python*/site-packages")) if target.env else []
        roots = [target.tree / root for root in target.roots]
        return {"PYTHONPATH": os.pathsep.join(map(str, [*roots, *packages]))}

    def messages(self, output: str, target: Target) -> Iterator[Message]:
        for one in json.loads(output)["messages"]:
            last = one["endLine"] or one["line"]
            yield Message(relative(one["path"], target), one["line"], last, one["symbol"], one["message"])


TOOLS: dict[str, Tool] = {
    tool.key: tool for tool in (Duotone(), Ruff(), Mypy(), Pyright(), Ty(), Pyrefly(), Zuban(), Flake8Async(), Pylint())
}
