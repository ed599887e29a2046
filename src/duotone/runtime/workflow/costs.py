"""What an expression may cost at most, told from its tokens and from the data that it looks at, before it is evaluated.

1. Expressions are evaluated where runs are driven, which is often a loop that others use too. Nobody can stop one
   that has begun, so one that might take longer than a moment is not begun.
2. `map` and `filter` copy what they have so far for each element, so their cost grows with the square of a list.
3. Texts grow with `+` and `replace`, and each call may look at all of what is there, once for each element if it
   stands in a macro. The bounds are generous for what people write, and all of them below a tenth of a second.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, cast

__all__ = ["Growth", "Weight", "growth_of", "too_costly", "weight_of"]

_MOST_COPIES: Final = 750_000
"""Elements that macros may copy: those of one list of 1,224, or of several inside of each other."""
_MOST_CHARACTERS: Final = 5_000_000
"""Characters that a value may come to."""
_MOST_LOOKS: Final = 30_000_000
"""Characters that all calls may look at."""
_ITERATIONS: Final = 10_000
"""So many elements of all macros together are looked at; one more ends the evaluation."""
_ENOUGH: Final = 100_000
"""More values than these are not counted."""

_MACROS: Final = frozenset({"all", "exists", "exists_one", "filter", "map"})
_BUILDING: Final = frozenset({"filter", "map"})
_SLOW: Final = frozenset(
    {"charAt", "format", "indexOf", "join", "lastIndexOf", "lowerAscii", "matches", "quote", "replace", "reverse"}
    | {"split", "substring", "trim", "upperAscii"}
)
_SLOWNESS: Final = 50
"""How many times as long these take for each character as a comparison does."""


class Weight(NamedTuple):
    """How much data there is: values, characters of texts, and elements of the longest list or mapping."""

    values: int = 0
    characters: int = 0
    longest: int = 0


@dataclass(frozen=True, slots=True)
class Growth:
    """How an expression can make more of what it is given."""

    depth: int = 0
    """How deep its macros stand inside of each other."""
    builds: bool = False
    """Whether a macro of it makes lists."""
    splits: bool = False
    calls: int = 0
    """How many looks at texts there are in it, by how long each takes."""
    literal: int = 0
    """Its own length."""
    listed: int = 0
    """How many elements a list that is written in it can have."""
    elements: int = 1
    """How many times as long a list can become before a macro goes over it."""
    factor: int = 1
    """How many times as long a text can become."""
    bodies: tuple[tuple[int, int], ...] = ()
    """Where the bodies of its macros stand in the text."""

    @property
    def is_harmless(self) -> bool:
        """Whether no data of a size that a run can have makes it costly."""
        return not self.depth and self.factor == 1 and self.calls <= 8  # noqa: PLR2004  # eight looks at all of it


def growth_of(text: str, tokens: Sequence[tuple[str, int]]) -> Growth:
    """Return what can be told from the tokens of an expression, each with its offset."""
    words = [word for word, _ in tokens]
    macros = [index for index, word in enumerate(words) if word in _MACROS and words[index + 1 : index + 2] == ["("]]
    spans = {index: _end(words, index + 1) for index in macros}
    pluses = [index for index, word in enumerate(words) if word == "+"]
    of_lists = [index for index in pluses if not _is_literal(words[index - 1]) and not _is_literal(words[index + 1])]
    return Growth(
        depth=max((sum(outer <= index < end for outer, end in spans.items()) for index in macros), default=0),
        builds=any(words[index] in _BUILDING for index in macros),
        splits="split" in words,
        calls=sum(_SLOWNESS if word in _SLOW else word in {"(", "==", "+"} for word in words),
        literal=len(text),
        listed=words.count(",") + 1 if "[" in words else 0,
        elements=_times(of_lists, spans if len(spans) > 1 else {}),
        factor=min(_times(pluses, spans) * _replaced(words), _MOST_LOOKS),
        bodies=tuple((tokens[start][1], tokens[min(end, len(tokens) - 1)][1]) for start, end in spans.items()),
    )


def _is_literal(word: str) -> bool:
    """Say whether a token is a text or a number, so that what is added to it is no list."""
    return word[0] in "'\"0123456789"


def _times(pluses: Sequence[int], spans: Mapping[int, int]) -> int:
    """Return how many times as much `+` can make of something: in a macro, what another one has made more of."""
    times = 1 + sum(not any(start <= index < end for start, end in spans.items()) for index in pluses)
    for start, end in spans.items():
        times = min(times * (1 + sum(start <= index < end for index in pluses)), _MOST_LOOKS)
    return times


def _end(words: Sequence[str], start: int) -> int:
    """Return where the parenthesis that opens at `start` is closed."""
    depth = 0
    for index in range(start, len(words)):
        depth += (words[index] == "(") - (words[index] == ")")
        if not depth:
            return index
    return len(words)


def _replaced(words: Sequence[str]) -> int:
    """Return how many times as long texts become by `replace`; one whose texts are computed could do anything."""
    factor = 1
    for index, word in enumerate(words):
        if word != "replace" or words[index + 1 : index + 2] != ["("]:
            continue
        match words[index + 2 : index + 6]:
            case [old, ",", new, ")" | ","] if old[0] in "'\"" and new[0] in "'\"":
                one = 1 + len(new) // max(1, len(old) - 2) if len(new) > len(old) else 1 + (len(old) == 2)  # noqa: PLR2004
            case _:
                one = 1_000
        factor = min(factor * one, _MOST_LOOKS)
    return factor


def weight_of(data: object) -> Weight:
    """Return how much data there is, as far as that is worth counting."""
    values = characters = longest = 0
    waiting: list[object] = [data]
    while waiting and values < _ENOUGH:
        one = waiting.pop()
        values += 1
        if isinstance(one, str):
            characters += len(one)
        elif isinstance(one, Mapping):
            inner = cast("Mapping[str, Any]", one)
            longest = max(longest, len(inner))
            characters += sum(map(len, inner))
            waiting += inner.values()
        elif isinstance(one, list | tuple):
            items = cast("Sequence[Any]", one)
            longest = max(longest, len(items))
            waiting += items
    return Weight(values, characters, longest)


def too_costly(growth: Growth, whole: Weight, in_bodies: Weight) -> str | None:
    """Return why an expression is not evaluated on this data, None if it is; `in_bodies` is what its macros look at."""
    longest = max(whole.longest, growth.listed, whole.characters if growth.splits else 0)
    longest = min(longest * growth.elements, _ITERATIONS)
    iterations = min(longest**growth.depth, _ITERATIONS) if growth.depth else 1
    if growth.builds and iterations * longest // 2 > _MOST_COPIES:
        return f"map and filter copy lists, and one of up to {longest:,} elements is too long for them"
    characters = (whole.characters + max(whole.values, whole.longest) + growth.literal) * growth.factor
    if growth.factor > 1 and characters > _MOST_CHARACTERS:
        return f"it could come to {characters:,} characters or values, and the most is {_MOST_CHARACTERS:,}"
    again = whole if growth.depth > 1 else in_bodies
    looks = growth.calls * (characters + (iterations * again.characters if growth.depth else 0))
    if looks > _MOST_LOOKS:
        return f"it could look at {looks:,} characters, and the most is {_MOST_LOOKS:,}"
    return None
