"""What can be set for the whole process."""

from __future__ import annotations

import inspect
import warnings
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from duotone.contract.figures import count
from duotone.errors import BadTimeout, LoopHeld, LoopHeldWarning

__all__ = ["Holding", "Settings", "check_timeout", "configure", "hold_loop", "settings"]

Holding: TypeAlias = Literal["allow", "warn", "raise"]
"""What to do when a sync call is about to wait on a thread whose event loop is running."""


@dataclass(slots=True)
class Settings:
    """The settings of this process; changed by `configure`."""

    holding: Holding = "allow"
    grace: float = 0.1


settings = Settings()


def configure(*, holding: Holding | None = None, grace: float | None = None) -> None:
    """Change settings for the whole process; what is left out stays.

    `holding` is the policy for sync calls that hold up the event loop on their own thread: ``"allow"``, ``"warn"`` or
    ``"raise"``. `grace` is how many seconds cancelled work has for its cleanup before it counts as abandoned.
    """
    new_holding = settings.holding if holding is None else _check_holding(holding)
    settings.grace = settings.grace if grace is None else check_timeout(grace)
    settings.holding = new_holding


def check_timeout(timeout: float) -> float:
    """Return `timeout`, or raise `BadTimeout` unless it is a number of seconds from 0 up."""
    try:
        is_right = timeout >= 0
    except TypeError:
        is_right = False
    if not is_right:
        raise BadTimeout(timeout)
    return timeout


def hold_loop(what: str, holding: Holding | None = None) -> None:
    """Count a sync wait that holds up the loop on its thread, and warn or raise as the policy says."""
    policy = settings.holding if holding is None else _check_holding(holding)
    if policy == "raise":
        raise LoopHeld(what)
    count("held_loops")
    if policy == "warn":
        message = f"{what} holds up the event loop that is running on this thread; 'await duotone.call(...)' does not"
        warnings.warn(message, LoopHeldWarning, stacklevel=_depth_of_user())


def _depth_of_user() -> int:
    """Return how many calls above the one that asks the code is that isn't ours."""
    depth, frame = 0, inspect.currentframe()
    while frame is not None and frame.f_globals.get("__name__", "").startswith("duotone."):
        depth, frame = depth + 1, frame.f_back
    return depth


def _check_holding(holding: Holding) -> Holding:
    if holding in get_args(Holding):
        return holding
    message = f"holding={holding!r} is not a policy; use one of {', '.join(map(repr, get_args(Holding)))}"
    raise ValueError(message)
