"""The Python code blocks of a Markdown document, as a script with the line numbers of the document."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass

FENCE = re.compile(r"^(?P<indent> *)(?P<ticks>```+|~~~+) *(?P<language>\w*)(?P<rest>.*)$")
NOT_RUN = re.compile(r"^ *<!-- not run: *(?P<reason>.*?) *-->$")
PYTHON = {"py", "python", "python3"}


@dataclass(frozen=True)
class Block:
    """One fenced block; `line` is the number of its first line of code."""

    line: int
    language: str
    code: str
    not_run: str | None

    @property
    def is_run(self) -> bool:
        return self.language in PYTHON and self.not_run is None


def read_blocks(text: str) -> list[Block]:
    """Every fenced block, with the reason of a `<!-- not run: reason -->` right before it."""
    found: list[Block] = []
    lines = text.splitlines()
    reason: str | None = None
    number = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        if fence := FENCE.match(line):
            start = number
            while number < len(lines) and lines[number].strip() != fence["ticks"]:
                number += 1
            code = textwrap.dedent("\n".join(lines[start:number]))
            found.append(Block(start + 1, fence["language"], code, reason))
            number += 1
        if line.strip():
            marker = NOT_RUN.match(line)
            reason = marker["reason"] if marker else None
    return found


def as_script(text: str) -> str:
    """The blocks that run, one after the other as one script, each on the lines where it stands."""
    script = [""] * (len(text.splitlines()) + 1)
    for block in read_blocks(text):
        if block.is_run:
            for offset, line in enumerate(block.code.splitlines()):
                script[block.line - 1 + offset] = line
    return "\n".join(script)
