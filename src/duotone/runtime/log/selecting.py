"""Questions about long tables as SQL, put so that an index answers each of them in the order that is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, Self

from duotone.runtime.log.rows import Names, Selection, Statuses
from duotone.runtime.log.schema import FAMILY
from duotone.runtime.log.tables import RUN

__all__ = ["Where", "most", "runs_query"]

_LAST_FIRST: Final = "order by first desc limit ?"
_ALL: Final = (1 << 63) - 1
"""The limit that is none, in every database."""


class Where:
    """Conditions as SQL, and the values for their question marks."""

    def __init__(self) -> None:
        """Want everything."""
        self.values: list[object] = []
        self._terms = ["true"]

    def __str__(self) -> str:
        """Return the conditions."""
        return " and ".join(self._terms)

    @classmethod
    def of(cls, selection: Selection) -> Self:
        """Want what a selection wants of the sessions and states of rows."""
        where = cls().one_of("session", selection.session).one_of("status", selection.status)
        return where if selection.within is None else where.inside(selection.within)

    def one_of(self, column: str, wanted: Statuses) -> Self:
        """Want a column to have a value, or one of several; None is any."""
        if wanted is not None:
            values = (wanted,) if isinstance(wanted, str) else wanted
            return self.holds(f"{column} in ({', '.join('?' * len(values))})" if values else "false", *values)
        return self

    def past(self, term: str, after: str | None) -> Self:
        """Want what comes past a row, if there is one."""
        return self if after is None else self.holds(term, after)

    def inside(self, names: Names) -> Self:
        """Want sessions of these names: ranges, and not patterns, since an index can be searched for a range."""
        ranges = " or ".join(["session >= ? and session < ?"] * len(names.prefixes))
        ends = [end for prefix in names.prefixes for end in (prefix, f"{prefix[:-1]}{chr(ord(prefix[-1]) + 1)}")]
        return self.holds(f"({ranges})" if names.is_inside else f"not ({ranges})", *ends)

    def holds(self, term: str, *values: object) -> Self:
        """Want a condition to hold."""
        self._terms.append(term)
        self.values += values
        return self


def runs_query(selection: Selection) -> tuple[str, list[object]]:
    """Return what asks for a page of runs with `first` as the last column, those that began last first.

    Each state that is asked for is a query of its own where it leads to the runs: SQLite merges them in their order,
    and would sort all of them otherwise.
    """
    parts = [_runs_where(one) for one in _apart(selection)]
    query = " union all ".join(f"select {RUN}, first from runs where {where}" for where in parts)  # noqa: S608  # ours
    values = [value for where in parts for value in where.values]
    return f"{query} {_LAST_FIRST}", [*values, most(selection.limit)]


def _apart(selection: Selection) -> Iterator[Selection]:
    """Yield a selection for each of several states, unless fewer runs are found otherwise."""
    is_narrow = selection.session is not None or _family(selection.within) is not None
    if is_narrow or isinstance(selection.status, str) or not selection.status:
        yield selection
        return
    for status in dict.fromkeys(selection.status):
        yield replace(selection, status=status)


def _runs_where(selection: Selection) -> Where:
    where = Where().one_of("session", selection.session).one_of("status", selection.status)
    family = _family(selection.within)
    if family is not None:
        where.one_of(FAMILY, family)
    elif selection.within is not None:
        where.inside(selection.within)
    # The nothing keeps SQLite from the index of kinds, of which there are fewer than states.
    where.one_of("kind" if selection.status is None else "kind || ''", selection.kind)
    return where.past("first < (select first from runs where run = ?)", selection.after)


def _family(names: Names | None) -> str | None:
    """Return the family that some names are all of, up to their first dot; None if they are something else."""
    if names is None or not names.is_inside or len(names.prefixes) != 1:
        return None
    [prefix] = names.prefixes
    return prefix if prefix.find(".") == len(prefix) - 1 else None


def most(limit: int | None) -> int:
    """Return a limit as SQL has it."""
    return _ALL if limit is None else limit
