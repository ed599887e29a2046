"""Guards that can stay on in production: lost coroutines, blocked loops, resources used on a wrong loop or thread.

`coroutines` and `loops` are what is watched, `bound` is what is refused. Beneath them: `splice` puts our functions in
the place of others and takes them out again, `starts` sees every thread that starts, `pulses` tell since when a loop
has not turned, and `monitor` is the one thread that looks at all pulses.
"""

from __future__ import annotations

from duotone.contract.guards.bound import Bound
from duotone.contract.guards.coroutines import CoroutineWatch, Lost, Place, watch_coroutines, watch_thread
from duotone.contract.guards.loops import Blocked, LoopWatch, watch_loop

__all__ = [
    "Blocked",
    "Bound",
    "CoroutineWatch",
    "LoopWatch",
    "Lost",
    "Place",
    "watch_coroutines",
    "watch_loop",
    "watch_thread",
]
