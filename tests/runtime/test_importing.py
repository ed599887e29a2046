"""What importing the runtime brings along: the standard library, and of our own only what a run needs."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

_LOADED = "import json, sys\n{statement}\nprint(json.dumps(sorted(sys.modules)))"


def loaded_by(statement: str) -> set[str]:
    """Return the modules that a fresh interpreter has after a statement, without those that it starts with."""

    def modules(statement: str) -> set[str]:
        command = [sys.executable, "-c", _LOADED.format(statement=statement)]
        return set(json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout))

    return modules(statement) - modules("")


@pytest.mark.parametrize("face", ["Runtime", "AsyncRuntime"])
def test_a_face_is_imported_with_the_standard_library_alone_and_without_what_reads_workflows(face: str) -> None:
    loaded = loaded_by(f"from duotone.runtime import {face}")
    assert {name.partition(".")[0] for name in loaded} - sys.stdlib_module_names == {"duotone"}
    assert [name for name in loaded if name.startswith("duotone.runtime.workflow")] == []
    assert [name for name in loaded if name.startswith("duotone.analyzer")] == []


def test_the_package_alone_imports_no_asyncio() -> None:
    assert "asyncio" not in loaded_by("import duotone.runtime")


_TALK = """
import asyncio, json, sys
from duotone.runtime import AsyncRuntime{parts}

def look(place: str) -> str:
    return place

async def main():
    async with AsyncRuntime() as runtime:
        before = set(sys.modules)
        runtime.conversation(lambda: "yes", tools=[look])
        return sorted(set(sys.modules) - before)

print(json.dumps(asyncio.run(main())))
"""


@pytest.mark.parametrize("parts", [", Reply", ", tool", "\nimport pydantic"])
def test_the_first_conversation_of_whoever_has_agents_loads_nothing_while_its_loop_stands_still(parts: str) -> None:
    command = [sys.executable, "-c", _TALK.format(parts=parts)]
    assert json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout) == []


def test_a_runtime_that_is_opened_for_sagas_alone_loads_no_conversation() -> None:
    opened = "import asyncio\nfrom duotone.runtime import AsyncRuntime\nasyncio.run(AsyncRuntime().__aenter__())"
    assert [name for name in loaded_by(opened) if name.startswith(("duotone.runtime.agents", "pydantic"))] == []
