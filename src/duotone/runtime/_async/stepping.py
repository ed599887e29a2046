"""One step of an agent: taken by whoever drives its turn, or by a worker for a turn that is decided on elsewhere."""

from __future__ import annotations

from typing import Any

from duotone.runtime._async.engine import AsyncEngine
from duotone.runtime._async.inner import AsyncInnerCalls
from duotone.runtime._async.ruling import AsyncRulings
from duotone.runtime._async.turns import AsyncTurn
from duotone.runtime._async.within import AsyncBook
from duotone.runtime.agents.replies import numbered
from duotone.runtime.agents.setting import Setting
from duotone.runtime.agents.speech import AsyncSpeech
from duotone.runtime.delivery.channels import abilities_of, current_channel
from duotone.runtime.side import IS_ASYNC

__all__ = ["take_step"]


async def take_step(engine: AsyncEngine, setting: Setting, name: str, book: AsyncBook, until: float | None) -> Any:
    """Let the agent take a step, and return its reply with what it has seen and what may be called."""
    transcript = setting.history.transcript
    step = setting.agent.async_step if IS_ASYNC else setting.agent.sync_step
    assert step is not None
    seen = transcript.seq
    turn = AsyncTurn(
        setting.session,
        setting.history.messages(),
        setting.tools.specs(abilities_of(current_channel())),
        deadline=until,
        inner=AsyncInnerCalls(setting, book, name, engine),
        speech=AsyncSpeech(setting.on_text, engine.errors),
    )
    reply = numbered(await turn.take(step, setting.agent.name), transcript.call_ids)
    return {**reply.to_json(), "seen": seen, "rulings": await AsyncRulings(setting).on(reply)}
