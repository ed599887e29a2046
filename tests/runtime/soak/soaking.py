"""A whole soak: lives of hosts one after the other on one log, of which some are killed, and what comes of it."""

from __future__ import annotations

import asyncio
import gc
from dataclasses import dataclass
from pathlib import Path

from duotone import run
from tests.runtime.soak.evidence import Evidence, evidence_in
from tests.runtime.soak.figures import Figures, Surroundings
from tests.runtime.soak.host import Scene, kill_a_host, live, settle

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
    share = plan.seconds / (plan.lives + plan.kills)
    for number in range(plan.lives + plan.kills - 1):
        if number % 2 and figures.kills < plan.kills:
            kill_a_host(scene, share, number)
            figures.kills += 1
        else:
            asyncio.run(live(scene, share, figures, number))
        figures.restarts += 1
        gc.collect()  # another process would have begun without what the last one has left
    asyncio.run(settle(scene, share, figures, plan.lives + plan.kills))
    gc.unfreeze()
    gc.collect()
    return Soak(figures, evidence_in(scene.log, scene.board), before, before.settled(scene.mark))
