"""Pages whose commands are typed and whose outputs are compared: each block of `console` and each file that is named.

`python -m tests.cli.pages PAGE` writes what the commands print into the page.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

FENCE = re.compile(
    r"^```(?P<language>\w+)(?: title=\"(?P<title>[^\"]+)\")?\n(?P<body>.*?)^```$", re.DOTALL | re.MULTILINE
)
HOME = "/home/ann/work"
SHIM = '#!/bin/sh\nexec "{python}" -m duotone "$@"\n'


@dataclass
class Typed:
    """A command of a page, and what the page says that it prints."""

    command: str
    output: str = ""


@dataclass
class Page:
    """What a page lets its reader do, in its order."""

    path: Path
    steps: list[Typed | tuple[str, str]] = field(default_factory=list)

    def read(self) -> Page:
        for block in FENCE.finditer(self.path.read_text(encoding="utf-8")):
            if block["title"]:
                self.steps.append((block["title"], block["body"]))
            elif block["language"] == "console":
                self.steps += typed_in(block["body"])
        return self


def typed_in(body: str) -> list[Typed]:
    found: list[Typed] = []
    for line in body.splitlines(keepends=True):
        if line.startswith("$ "):
            found.append(Typed(line[2:].rstrip("\n")))
        else:
            found[-1].output += line
    return found


def environment(place: Path) -> dict[str, str]:
    """The environment of a newcomer: `duotone` on the path, and nothing set."""
    shim = place / "bin" / "duotone"
    shim.parent.mkdir(exist_ok=True)
    shim.write_text(SHIM.format(python=sys.executable), encoding="utf-8")
    shim.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("DUOTONE", "OPENAI", "COVERAGE"))}
    return {**kept, "PATH": f"{shim.parent}:{os.environ['PATH']}", "COLUMNS": "100", "USER": "ann", "LOGNAME": "ann"}


def printed(step: Typed, place: Path) -> str:
    """What a command prints, as somebody sees it: output and errors."""
    (place / "work").mkdir(exist_ok=True)
    done = subprocess.run(
        ["bash", "-c", step.command],  # noqa: S607
        cwd=place / "work",
        env=environment(place),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=50,
        check=False,
    )
    return done.stdout.replace(str(place / "work"), HOME)


def alike(text: str) -> str:
    """The text without what is different each time: names that were made up, times, numbers of processes."""
    text = re.sub(r"\b[0-9a-f]{8,64}\b", "#", text)
    text = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", "TIME", text)
    text = re.sub(r"\b\d+(\.\d+)?e-\d+\b|\b\d+\.\d{2,}\b", "SECONDS", text)
    text = re.sub(r"\bdt_[\w-]+", "TOKEN", text)
    text = re.sub(r"\b\d{3,7}\b", "N", text)
    return "\n".join(" ".join(line.split()) for line in text.strip().splitlines())


def write_file(step: tuple[str, str], place: Path) -> None:
    file = place / "work" / step[0]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(step[1], encoding="utf-8")


def rewrite(path: Path) -> None:
    """Put what the commands print into a page."""
    with tempfile.TemporaryDirectory() as directory:
        place = Path(directory)

        def filled(block: re.Match[str]) -> str:
            if block["title"]:
                write_file((block["title"], block["body"]), place)
            if block["title"] or block["language"] != "console":
                return block[0]
            lines = [f"$ {step.command}\n{printed(step, place)}" for step in typed_in(block["body"])]
            return "```console\n" + "".join(line if line.endswith("\n") else f"{line}\n" for line in lines) + "```"

        path.write_text(FENCE.sub(filled, path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    rewrite(Path(sys.argv[1]))
