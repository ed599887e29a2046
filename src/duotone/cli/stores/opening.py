"""Opens the store that the options and the environment name."""

from __future__ import annotations

import argparse

from duotone.cli.stores.shapes import Store
from duotone.cli.verbs import log_named, server_named

__all__ = ["store_of"]


def store_of(args: argparse.Namespace) -> Store:
    """Return the server that was named, else the log."""
    server = server_named(args)
    if server is not None:
        from duotone.cli.stores.remote import RemoteStore

        return RemoteStore(server)
    from duotone.cli.stores.local import LocalStore

    return LocalStore(log_named(args.log))
