"""`duotone explain`: shows the page of a rule."""

from __future__ import annotations

import functools
import shutil
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from duotone.cli.running import all_rules
from duotone.cli.terminal import Parser, emit
from duotone.errors import WrongUse

if TYPE_CHECKING:
    from duotone.analyzer.rules import Rule

__all__ = ["declared", "main"]

_WIDEST = 100
_FENCE = "```"


def main(arguments: list[str]) -> int:
    """Print the page of one rule or of several."""
    args = declared().parse_args(arguments)
    pages = [_page(_find(word)) for word in args.rules]
    emit("\n".join(pages))
    return 0


def declared() -> Parser:
    """Declare the options."""
    parser = Parser(prog="duotone explain", description="Show what a rule finds, why, and what to write instead.")
    parser.add_argument(
        "rules", nargs="+", metavar="RULE", help="a code such as DUO101, or a name such as lost-coroutine"
    )
    parser.add_argument("--verbose", action="store_true", help="show a traceback if duotone itself fails")
    return parser


def _find(word: str) -> Rule:
    every = all_rules()
    for rule in every:
        if word.upper() == rule.code or word.lower() == rule.name:
            return rule
    from duotone.analyzer.settings import closest

    # No code is like another: their digits say what they are about.
    like = None if word.upper().startswith("DUO") else closest(word, [rule.name for rule in every])
    hint = f"did you mean {like!r}?" if like else "see `duotone rules` for all of them"
    message = f"there is no rule {word!r}; {hint}"
    raise WrongUse(message)


def _page(rule: Rule) -> str:
    width = min(_WIDEST, shutil.get_terminal_size((_WIDEST, 24)).columns)
    return f"# {rule.name} ({rule.code})\n\n{_filled(rule.doc.strip(), width)}\n"


def _filled(text: str, width: int) -> str:
    """Return the text with its paragraphs broken anew, and its headings, code and tables as they are."""
    # What is broken at a hyphen can't be copied.
    filler = functools.partial(textwrap.wrap, width=width, break_long_words=False, break_on_hyphens=False)
    lines: list[str] = []
    for block in _blocks(text):
        is_prose = not block[0].startswith(("#", "|", _FENCE))
        indent = "  " if block[0].startswith("- ") else ""
        words = " ".join(map(str.strip, block))
        lines += filler(words, subsequent_indent=indent) if is_prose and block[0] else block
    return "\n".join(lines)


def _blocks(text: str) -> Iterator[list[str]]:
    """Yield the lines that belong together: a paragraph, an item of a list, a fence, or one line of anything else."""
    block: list[str] = []
    for line in text.splitlines():
        is_fenced = bool(block) and block[0].startswith(_FENCE)
        if block and not is_fenced and (not line or line.startswith(("#", "- ", "|", _FENCE)) or _is_whole(block[0])):
            yield block
            block = []
        block.append(line)
        if is_fenced and line.startswith(_FENCE):
            yield block
            block = []
    if block:
        yield block


def _is_whole(line: str) -> bool:
    """Tell whether a line is a block by itself."""
    return not line or line.startswith(("#", "|"))
