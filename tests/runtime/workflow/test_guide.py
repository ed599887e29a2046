"""The workflows in the guide are right as they stand there."""

from __future__ import annotations

import pytest

from duotone.runtime.workflow import load, loads
from tests.meta.blocks import Block, read_blocks
from tests.meta.sources import ROOT

GUIDE = (ROOT / "docs/guide/workflows.md").read_text(encoding="utf-8")
WORKFLOWS = [block for block in read_blocks(GUIDE) if block.language == "yaml"]


@pytest.mark.parametrize("block", WORKFLOWS, ids=lambda block: f"line {block.line}")
def test_a_workflow_of_the_guide_has_no_problems(block: Block) -> None:
    definition = loads(block.code)
    assert load(definition.to_json()) == definition


def test_the_guide_names_every_key() -> None:
    every = (
        "inputs outputs on_error concurrency needs if with retry timeout undo idempotent effect matrix policy optional"
    )
    assert all(f"`{key}`" in GUIDE for key in every.split())
