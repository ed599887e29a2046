"""What PostgreSQL can't hold, refused before it spoils the commit of others."""

from __future__ import annotations

from collections.abc import Iterator

from duotone.runtime.events import Append, Draft

__all__ = ["key_of", "unkeepable"]

_DERIVED = ("status", "owner", "kind", "name", "definition", "promise")
"""What of the data of an event gets a column of its own."""


def unkeepable(append: Append) -> ValueError | None:
    """Return why a name in an append can't be kept, None if all can: it has a null character, or half of one."""
    for name in _names(append):
        if "\0" in name:
            return ValueError(f"{name!r} has a null character, which PostgreSQL can't hold in a name")
        try:
            name.encode()
        except UnicodeEncodeError as error:
            return error
    return None


def _names(append: Append) -> Iterator[str]:
    yield append.session
    if append.key is not None:
        yield append.key
    yield from (session for session, _ in append.along)
    for draft in [*append.drafts, *(draft for _, draft in append.along)]:
        yield draft.kind
        if draft.run is not None:
            yield draft.run
        yield from _derived(draft)


def _derived(draft: Draft) -> Iterator[str]:
    if draft.kind.startswith(("run.", "promise.")):
        yield from (value for key in _DERIVED if isinstance(value := draft.data.get(key), str))
    yield from key_of(draft)


def key_of(draft: Draft) -> Iterator[str]:
    """Yield the key under which a draft says that it is written, if it says so."""
    match draft.data.get("once"):
        case {"key": str(key)}:
            yield key
        case _:
            pass
