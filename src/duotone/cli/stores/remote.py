"""A server, as the operating commands use it: the same methods as for a log of this machine."""

from __future__ import annotations

from duotone.cli.stores.client import Client
from duotone.cli.stores.remote_outbox import RemoteOutbox
from duotone.cli.stores.remote_processes import RemoteProcesses
from duotone.cli.stores.remote_runs import RemoteRuns
from duotone.cli.stores.remote_sessions import RemoteSessions

__all__ = ["RemoteStore"]


class RemoteStore:
    """Everything that the token of the environment opens on a server."""

    def __init__(self, url: str) -> None:
        """Ask nothing yet."""
        self._client = Client(url)
        self.runs = RemoteRuns(self._client)
        self.sessions = RemoteSessions(self._client)
        self.processes = RemoteProcesses(self._client)
        self.outbox = RemoteOutbox(self._client)

    @property
    def name(self) -> str:
        """How messages call it."""
        return self._client.url
