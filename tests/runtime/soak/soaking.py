"""A whole soak: lives of hosts one after the other on one log, of which some are killed, and what comes of it."""

from __future__ import annotations

import asyncio
import gc
from dataclasses import dataclass
from pathlib import Path

from duotone import run
from tests.runtime.soak.control import controlled
from tests.runtime.soak.evidence import Evidence, evidence_in
from tests.runtime.soak.figures import Figures, Surroundings
from tests.runtime.soak.host import kill_a_host, live, settle
from tests.runtime.soak.scene import Scene
from tests.runtime.soak.threads import live_on_threads

__all__ = ["Plan", "Soak", "soak"]


@dataclass(frozen=True)
class Plan:
    """How many conversations go on for how long, over how many hosts in this process and in others."""

    conversations: int
    seconds: float
    lives: int
    """Hosts in this process; all but the last are closed in the middle of everything."""
    kills: int
    """Hosts in processes of their own, which are killed."""
    pause: float
    """Seconds between two turns of a conversation, on average."""


@dataclass(frozen=True)
class Soak:
    """What came of a soak."""

    figures: Figures
    evidence: Evidence
    before: Surroundings
    after: Surroundings


def soak(folder: Path, plan: Plan) -> Soak:
    """Carry out a plan in a folder, and return what came of it once everything is at rest."""
    scene, figures = Scene(folder, plan.conversations, plan.pause), Figures()
    run(asyncio.sleep, 0)  # the loop that all sync code shares is made once, and stays
    before = Surroundings.now(scene.mark)
    gc.collect()
    gc.freeze()  # so that no collection looks at what others have imported
    with controlled(figures.idle):
        _live_on(scene, plan, figures, before)
    gc.unfreeze()
    gc.collect()
    return Soak(figures, evidence_in(scene.log, scene.board), before, before.settled(scene.mark))


def _live_on(scene: Scene, plan: Plan, figures: Figures, before: Surroundings) -> None:
    """Let hosts follow each other: two of the async face, two of the sync one, and so on; the last comes to rest."""
    share = plan.seconds / (plan.lives + plan.kills)
    for number in range(plan.lives + plan.kills - 1):
        face = "sync" if number // 2 % 2 else "async"
        if number % 2 and figures.kills < plan.kills:
            kill_a_host(scene, share, number, face)
            figures.kills += 1
        else:
            _live(scene, share, figures, number, face)
        figures.restarts += 1
        before.let_threads_end()  # another process would have begun without what the last one has left
    with figures.watch_collections():
        asyncio.run(settle(scene, share, figures, plan.lives + plan.kills))


def _live(scene: Scene, seconds: float, figures: Figures, seed: int, face: str) -> None:
    with figures.watch_collections():
        if face == "sync":
            live_on_threads(scene, seconds, figures, seed)
        else:
            asyncio.run(live(scene, seconds, figures, seed))
