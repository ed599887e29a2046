"""What a deployment can and can't do is told by its engine and by its log."""

from __future__ import annotations

import pytest

from duotone.errors import BadEngine
from duotone.runtime import AsyncRuntime
from duotone.runtime.engines.deployment import Ability, engine_facts, log_facts, reached
from duotone.runtime.log import MemoryStore


async def test_the_embedded_engine_says_what_its_runtime_says() -> None:
    async with AsyncRuntime() as runtime:
        assert await reached("embedded") == list(engine_facts(runtime.abilities))


def test_a_log_in_memory_is_refused_as_one_that_lasts() -> None:
    for place in (None, ":memory:", MemoryStore()):
        found = {fact.what: fact.ability for fact in log_facts(place)}
        assert found == {"log": Ability.OK, "durability": Ability.REFUSED, "several machines": Ability.REFUSED}


async def test_a_temporal_that_answers_is_told_by_its_version(temporal: str) -> None:
    found = {fact.what: fact for fact in await reached(temporal)}
    assert found["engine"].ability is Ability.OK
    assert found["engine"].found.startswith("temporal: version 1.")
    assert found["workflows"].ability is Ability.OK
    assert found["turns"].ability is Ability.OK
    assert found["turns"].found.endswith("where their agents were enlisted by name")
    assert found["sagas"].ability is Ability.OK
    assert found["sagas"].found.endswith("where their functions were enlisted by name")
    assert found["payloads"].found.startswith("over 1,000,000 bytes stay in the log")


async def test_a_namespace_that_is_not_there_is_refused(temporal: str) -> None:
    with pytest.raises(BadEngine, match="it has no namespace 'elsewhere'"):
        await reached(f"{temporal.partition('?')[0].rstrip('/').replace('/default', '')}/elsewhere")
