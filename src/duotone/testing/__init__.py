"""What tests of sync and async code need: the pytest plugin, a meter for the gaps of a loop, and a clock.

`plugin` is loaded by pytest itself once duotone is installed. Beneath it: `faults` are the texts of its failures,
`garbage`, `loops`, `tasks` and `threads` find what a test has left or held up. `gaps` and `clock`
stand alone.
"""

from __future__ import annotations

from duotone.testing.clock import FakeClock
from duotone.testing.gaps import LoopGaps

__all__ = ["FakeClock", "LoopGaps"]
