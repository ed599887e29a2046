# Made by `duotone mirror` from ../_async/stepping.py: edit that file, and run it again.
"""One step of an agent: taken by whoever drives its turn, or by a worker for a turn that is decided on elsewhere."""

from __future__ import annotations

from typing import Any

from duotone.runtime._sync.engine import Engine
from duotone.runtime._sync.inner import InnerCalls
from duotone.runtime._sync.ruling import Rulings
from duotone.runtime._sync.turns import Turn
from duotone.runtime._sync.within import Book
from duotone.runtime.agents.replies import numbered
from duotone.runtime.agents.setting import Setting
from duotone.runtime.agents.speech import Speech
from duotone.runtime.delivery.channels import abilities_of, current_channel

__all__ = ["take_step"]


def take_step(engine: Engine, setting: Setting, name: str, book: Book, until: float | None) -> Any:
    """Let the agent take a step, and return its reply with what it has seen and what may be called."""
    transcript = setting.history.transcript
    step = setting.agent.sync_step
    assert step is not None
    seen = transcript.seq
    turn = Turn(
        setting.session,
        setting.history.messages(),
        setting.tools.specs(abilities_of(current_channel())),
        deadline=until,
        inner=InnerCalls(setting, book, name, engine),
        speech=Speech(setting.on_text, engine.errors),
    )
    reply = numbered(turn.take(step, setting.agent.name), transcript.call_ids)
    return {**reply.to_json(), "seen": seen, "rulings": Rulings(setting).on(reply)}
