"""Which engine a runtime runs on, and which log: what the program says, or else the environment.

So one program, byte for byte, runs on all of them: DUOTONE_ENGINE names the engine, and DUOTONE_LOG the place of
the log, where the program names none.
"""

from __future__ import annotations

import os
from typing import Any
from urllib.parse import urlsplit

from duotone.errors import BadEngine
from duotone.runtime.engines.port import AsyncEnginePort, DurableEngine, EnginePort
from duotone.runtime.log import Place

__all__ = ["chosen_engine", "chosen_log", "serve", "serve_async"]

_KNOWN = "embedded, temporal://host:port/namespace, dbos+postgresql://user@host/database, and dbos for that of the log"


def chosen_log(place: Place) -> Place:
    """Return where the log is: the place that the program names, or the one that the environment does."""
    return place if place is not None else os.environ.get("DUOTONE_LOG") or None


def chosen_engine(engine: DurableEngine | str | None) -> DurableEngine | None:
    """Return the engine that is meant, None for the embedded one; raises `BadEngine` for a setting that means none."""
    setting = os.environ.get("DUOTONE_ENGINE") or "embedded" if engine is None else engine
    if not isinstance(setting, str):
        return setting
    if setting == "embedded":
        return None
    if urlsplit(setting).scheme == "temporal":
        from duotone.runtime.engines.temporal import TemporalEngine  # noqa: PLC0415  # few runtimes need it

        return TemporalEngine(setting)
    if urlsplit(setting).scheme.startswith("dbos") or setting.partition("?")[0] == "dbos":
        from duotone.runtime.engines.dbos import DbosEngine  # noqa: PLC0415  # as above

        return DbosEngine(setting)
    raise BadEngine(setting, f"no engine has such an address; there are {_KNOWN}")


def serve_async(engine: DurableEngine, ground: Any) -> AsyncEnginePort:
    """Return the port of a runtime of the async face."""
    return engine.serve(ground)


def serve(engine: DurableEngine, ground: Any) -> EnginePort:
    """Return the port of a runtime of the sync face, which reaches the engine over the bridge."""
    from duotone.runtime.engines.bridged import bridged  # noqa: PLC0415  # as above

    return bridged(engine, ground)
