"""Runs on DBOS, for teams that operate a PostgreSQL and nothing else: an attempt of a step is a step there.

`settings` reads the address. `host` is the one DBOS of a process, on a loop of its own, and `errands` what is done on
another loop than one's own. `drives` are the workflows as DBOS knows them, `conductor` drives one run: with the shell
and the driver of every engine. `serving` is one runtime: it begins drives, and takes over those of the dead.
"""

from __future__ import annotations

from duotone.runtime.engines.dbos.engine import DbosEngine

__all__ = ["DbosEngine"]
