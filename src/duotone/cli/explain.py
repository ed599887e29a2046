"""`duotone explain`: shows the page of a rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duotone.cli.outputs import emit
from duotone.cli.running import all_rules
from duotone.cli.terminal import Parser, WrongUse

if TYPE_CHECKING:
    from duotone.analyzer.rules import Rule

__all__ = ["main"]


def main(arguments: list[str]) -> int:
    """Print the page of one rule or of several."""
    parser = Parser(prog="duotone explain", description="Show what a rule finds, why, and what to write instead.")
    parser.add_argument(
        "rules", nargs="+", metavar="RULE", help="a code such as DUO101, or a name such as lost-coroutine"
    )
    parser.add_argument("--verbose", action="store_true", help="show a traceback if duotone itself fails")
    args = parser.parse_args(arguments)
    pages = [_page(_find(word)) for word in args.rules]
    emit("\n".join(pages))
    return 0


def _find(word: str) -> Rule:
    every = all_rules()
    for rule in every:
        if word.upper() == rule.code or word.lower() == rule.name:
            return rule
    from duotone.analyzer.settings import closest

    like = closest(word, [name for rule in every for name in (rule.code, rule.name)])
    hint = f"did you mean {like!r}?" if like else "see `duotone rules` for all of them"
    message = f"there is no rule {word!r}; {hint}"
    raise WrongUse(message)


def _page(rule: Rule) -> str:
    return f"# {rule.name} ({rule.code})\n\n{rule.doc.strip()}\n"
