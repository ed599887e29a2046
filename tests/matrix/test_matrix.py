"""The matrix: every context × every kind of callable × every outcome, each cell one test."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.matrix.cells import CELLS, CONTEXTS, Cell
from tests.matrix.probes import expected

if TYPE_CHECKING:
    from tests.matrix.conftest import Context


# A sync wait inside a loop holds it up, as does the client of the kernel; that is what the cells are about.
pytestmark = [pytest.mark.timeout(30), pytest.mark.duotone(allow="blocked-loop")]


@pytest.mark.parametrize("cell", CELLS, ids=str)
def test_cell(cell: Cell, context: Context) -> None:
    outcomes = context.observe(cell)
    assert outcomes
    for outcome in outcomes:
        assert outcome == expected(cell)


@pytest.mark.parametrize("cell", [Cell(name, "function", "value") for name in CONTEXTS], ids=CONTEXTS)
def test_R1_the_same_sync_call_completes_in_every_context(cell: Cell, context: Context) -> None:
    outcomes = context.observe(cell)
    assert outcomes
    for outcome in outcomes:
        assert outcome == {"returned": ["an answer", "an answer"]}


def test_every_cell_is_a_test_of_its_own(request: pytest.FixtureRequest) -> None:
    assert isinstance(request.node.parent, pytest.Module)
    functions = [item for item in request.node.parent.collect() if isinstance(item, pytest.Function)]
    cells = {item.name for item in functions if item.originalname == "test_cell"}
    assert len(cells) == 8 * 7 * 7
