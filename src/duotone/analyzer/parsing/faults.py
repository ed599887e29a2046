"""What is wrong with a file, in one list: what `ast` says of it and what the grammar could not place."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from duotone.analyzer.parsing.records import Fault

__all__ = ["fault_of", "is_newer", "ranked"]

# A file of another language or of Python 2 has one on every line, and nobody reads them all.
_MOST = 50


def fault_of(error: SyntaxError, lines: int) -> Fault:
    """The place and the message of a syntax error; it may name no place, or one behind the end of the file."""
    line = min(max(error.lineno or 1, 1), max(lines, 1))
    column = max(error.offset or 1, 1)
    end_line = min(error.end_lineno or line, max(lines, 1))
    end_column = error.end_offset or 0
    if end_line < line or (end_line == line and end_column <= column):
        end_line, end_column = line, column + 1
    return Fault(line, column, end_line, end_column, error.msg)


def is_newer(needs: tuple[int, int]) -> bool:
    """Whether code has syntax that the running Python lacks."""
    return needs > sys.version_info[:2]


def ranked(error: Fault, needs: tuple[int, int], found: Sequence[Fault]) -> tuple[Fault, ...]:
    """The faults of a file that `ast` has refused with `error`, the best first.

    Its message is the best one, unless it stumbled over syntax that is newer than the running Python: then the
    grammar knows better, and where that finds nothing wrong, nothing is.
    """
    if not is_newer(needs) or any(fault.line <= error.line <= fault.end_line for fault in found):
        others = [fault for fault in found if not fault.line <= error.line <= fault.end_line]
        return (error, *others)[:_MOST]
    return tuple(found[:_MOST])
