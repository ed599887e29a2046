"""Any callable, called from any context, correctly; the standard library alone.

From the bottom up: `color` says what a callable is; `waits` is the graph of who waits for whom; `context` carries
context variables across; `loop` and `bridge` are the shared loop of all sync callers; `workers` are the threads of all
async ones; `crossing`, `calls` and `offloading` are the verbs; the rest is built on those.
"""

from __future__ import annotations

from duotone.contract.blocks import amanage, manage
from duotone.contract.calls import call, run
from duotone.contract.color import Color, color_of
from duotone.contract.context import scope
from duotone.contract.facade import facade
from duotone.contract.figures import Figures, figures
from duotone.contract.greenlets import unblocked
from duotone.contract.guards import Bound, watch_coroutines, watch_loop
from duotone.contract.handlers import AsyncHandlers, Delivery, Handlers
from duotone.contract.lock import DualLock
from duotone.contract.offloading import offload
from duotone.contract.portal import Portal
from duotone.contract.settings import configure
from duotone.contract.shim import shim
from duotone.contract.streams import aiterate, iterate
from duotone.contract.workers import Pool, Worker

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
