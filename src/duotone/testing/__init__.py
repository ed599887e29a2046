"""What tests of sync and async code need: the pytest plugin, a meter for the gaps of a loop, a clock, a model.

`plugin` is loaded by pytest itself once duotone is installed. Beneath it: `faults` are the texts of its failures,
`garbage`, `loops`, `tasks` and `threads` find what a test has left or held up. `gaps` and `clock`
stand alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from duotone.testing.clock import FakeClock
from duotone.testing.gaps import LoopGaps

if TYPE_CHECKING:
    from duotone.runtime.models.scripted import ScriptedModel

__all__ = ["FakeClock", "LoopGaps", "ScriptedModel"]


def __getattr__(name: str) -> object:
    """Load the scripted model when it is asked for: most tests need no runtime."""
    if name != "ScriptedModel":
        message = f"module 'duotone.testing' has no attribute {name!r}"
        raise AttributeError(message)
    from duotone.runtime.models.scripted import ScriptedModel  # noqa: PLC0415

    return ScriptedModel
