"""Whether the log can be read and its chain holds, and whether the server that the environment names answers."""

from __future__ import annotations

import os
import stat
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from duotone.cli.examining import Check, State
from duotone.cli.terminal import Progress
from duotone.errors import DuotoneError

if TYPE_CHECKING:
    from duotone.runtime.log.addresses import Address

__all__ = ["examine_server", "examine_store"]

_SECONDS = 5.0
_MANY = 200_000
"""Events above which a chain is not verified here, since that would take minutes."""


def examine_store(path: Path | Address) -> Iterator[Check]:
    """Look at a log, if there is one."""
    if not isinstance(path, Path):
        yield from _examine_database(path)
        return
    if not path.exists():
        remedy = "it is made by the first run that names it with --log"
        yield Check("store", State.ABSENT, f"there is no {path}", remedy)
        return
    from duotone.runtime.log.reading import looked_at

    try:
        with looked_at(path) as view:
            last, sessions = view.last(), len(view.sessions())
    except DuotoneError as error:
        yield Check("store", State.BROKEN, str(error))
        return
    can_write = os.access(path, os.W_OK) and os.access(path.absolute().parent, os.W_OK)
    found = f"{path}: {last} events in {sessions} sessions"
    yield (
        Check("store", State.OK, found)
        if can_write
        else Check("store", State.BROKEN, f"{found}, and it can't be written", "give yourself the right to write it")
    )
    yield _chain(path, last)
    yield from _tokens(path)


def _examine_database(address: Address) -> Iterator[Check]:
    from duotone.runtime.log import Log

    try:
        with Log(address) as log:
            log.check_writable()
            last, sessions = log.last(), len(log.sessions())
    except DuotoneError as error:
        yield Check("store", State.BROKEN, str(error))
        return
    yield Check("store", State.OK, f"{address}: {last} events in {sessions} sessions")
    yield _chain(address, last)


def _chain(path: Path | Address, last: int) -> Check:
    if last > _MANY:
        return Check("chain", State.ABSENT, f"{last} events are many", f"verify them with `duotone log verify {path}`")
    from duotone.runtime.log.verify import verify

    progress = Progress("events")
    try:
        found = verify(path, progress)
    finally:
        progress.close()
    if found:
        remedy = f"`duotone log verify {path}` names all that is damaged"
        return Check("chain", State.BROKEN, f"damaged: {found[0]}", remedy)
    return Check("chain", State.OK, "every event follows from the one before it")


def _tokens(log: Path) -> Iterator[Check]:
    from duotone.server.tokens import Tokens

    path = Path(f"{log}.tokens")
    if not path.exists():
        return
    try:
        count = len(Tokens.beside(log).list())
    except DuotoneError as error:
        yield Check("tokens", State.BROKEN, str(error))
        return
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        yield Check("tokens", State.BROKEN, f"others may read {path}", f"chmod 600 {path}")
    else:
        yield Check("tokens", State.OK, f"{path}: {count}, for your eyes only")


def examine_server() -> Iterator[Check]:
    """Ask the server that the environment names, if it names one, whether it is ready."""
    url = os.environ.get("DUOTONE_SERVER")
    if not url:
        return
    try:
        with urllib.request.urlopen(f"{url.rstrip('/')}/readyz", timeout=_SECONDS) as answer:  # noqa: S310  # their own
            yield Check("server", State.OK, f"{url} is ready ({answer.status})")
    except urllib.error.HTTPError as error:
        yield Check("server", State.BROKEN, f"{url} answers {error.code} to /readyz", "look into its logs")
    except (OSError, ValueError) as error:
        yield Check("server", State.BROKEN, f"{url} can't be reached ({error})", "start it with `duotone serve`")
