"""Sync and async Python, called from anywhere, correctly: nothing is silent.

The names of the contract library are duotone's own. They are loaded when the first of them is asked for, so that a
command or the analyzer, which need none of them, start at once.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as checkers know it; to import it takes as long as all else that a command needs to start
if TYPE_CHECKING:
    from duotone.contract import (
        AsyncHandlers,
        Bound,
        Color,
        Delivery,
        DualLock,
        Figures,
        Handlers,
        Pool,
        Portal,
        Worker,
        aiterate,
        amanage,
        call,
        color_of,
        configure,
        facade,
        figures,
        iterate,
        manage,
        offload,
        run,
        scope,
        shim,
        unblocked,
        watch_coroutines,
        watch_loop,
    )

__all__ = [
    "AsyncHandlers",
    "Bound",
    "Color",
    "Delivery",
    "DualLock",
    "Figures",
    "Handlers",
    "Pool",
    "Portal",
    "Worker",
    "aiterate",
    "amanage",
    "call",
    "color_of",
    "configure",
    "facade",
    "figures",
    "iterate",
    "manage",
    "offload",
    "run",
    "scope",
    "shim",
    "unblocked",
    "watch_coroutines",
    "watch_loop",
]


def __getattr__(name: str) -> object:
    """Load the contract library, and keep what was asked for."""
    if name not in __all__:
        message = f"module 'duotone' has no attribute {name!r}"
        raise AttributeError(message)
    from duotone import contract  # noqa: PLC0415  # that is the point

    value: object = getattr(contract, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List what can be asked for."""
    return sorted({*globals(), *__all__})
