"""The log of this machine, as the operating commands use it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from duotone.cli.naming import see_directory
from duotone.cli.stores.places import Place

if TYPE_CHECKING:
    from duotone.cli.stores.local_outbox import LocalOutbox
    from duotone.cli.stores.local_processes import LocalProcesses
    from duotone.cli.stores.local_runs import LocalRuns
    from duotone.cli.stores.local_sessions import LocalSessions
    from duotone.runtime.log.addresses import Address

__all__ = ["LocalStore"]


class LocalStore:
    """Everything that a log on this machine has."""

    def __init__(self, path: Path | Address) -> None:
        self._place = Place(path)
        see_directory()  # the functions of runs are looked for there

    @property
    def name(self) -> str:
        """How messages call it."""
        return str(self._place.path)

    @property
    def runs(self) -> LocalRuns:
        """Its runs."""
        from duotone.cli.stores.local_runs import LocalRuns

        return LocalRuns(self._place)

    @property
    def sessions(self) -> LocalSessions:
        """Its sessions."""
        from duotone.cli.stores.local_sessions import LocalSessions

        return LocalSessions(self._place)

    @property
    def processes(self) -> LocalProcesses:
        """Its processes."""
        from duotone.cli.stores.local_processes import LocalProcesses

        return LocalProcesses(self._place)

    @property
    def outbox(self) -> LocalOutbox:
        """Its promises."""
        from duotone.cli.stores.local_outbox import LocalOutbox

        return LocalOutbox(self._place)
