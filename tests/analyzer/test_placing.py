"""Places of findings are as wide as what they point at, and in a notebook they count within their cell."""

from __future__ import annotations

import json
from pathlib import Path

from duotone.analyzer.engine import check
from duotone.analyzer.findings import Finding, Place
from duotone.analyzer.settings import Settings


def findings_of(path: Path) -> dict[str, Finding]:
    report = check([path], Settings(root=path.parent, jobs=1))
    return {finding.code: finding for finding in report.findings}


def notebook(path: Path, *cells: str) -> Path:
    sources = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": text} for text in cells]
    path.write_text(json.dumps({"cells": sources, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    return path


def test_a_finding_about_a_call_covers_the_name_of_what_is_called(tmp_path: Path) -> None:
    path = tmp_path / "waits.py"
    path.write_text(
        "import time\nimport asyncio\n\n\nasync def wait():\n    time.sleep(1)\n    await asyncio.sleep(1)\n"
    )
    assert findings_of(path)["DUO301"].place == Place("waits.py", 6, 5, 6, 15)


def test_a_finding_about_a_function_of_a_notebook_counts_within_its_cell(tmp_path: Path) -> None:
    head = "import asyncio\nimport time\n"
    body = "async def wait():\n    time.sleep(1)\n    await asyncio.sleep(1)\n"
    found = findings_of(notebook(tmp_path / "waits.ipynb", head, body))
    assert found["DUO301"].place == Place("waits.ipynb", 2, 5, 2, 15, cell=2)


def test_every_step_of_a_proof_counts_within_its_cell(tmp_path: Path) -> None:
    define = "import asyncio\n\nasync def save():\n    await asyncio.sleep(1)\n"
    lose = "try:\n    save()\nexcept Exception:\n    pass\n"
    found = findings_of(notebook(tmp_path / "saves.ipynb", define, lose))["DUO101"]
    places = {step.kind: step.place for step in found.proof if step.place is not None}
    assert (places["definition"].cell, places["definition"].line) == (1, 3)
    assert (places["hidden"].cell, places["hidden"].line) == (2, 3)


def test_what_is_defined_in_a_file_that_was_not_given_is_shown_as_if_it_had_been(tmp_path: Path) -> None:
    saving, losing = tmp_path / "saving.py", tmp_path / "losing.py"
    saving.write_text("import asyncio\n\n\nasync def save():\n    await asyncio.sleep(1)\n")
    losing.write_text("from saving import save\n\n\nasync def lose():\n    save()\n")
    settings = Settings(root=tmp_path, jobs=1)
    [alone], [together] = check([losing], settings).findings, check([losing, saving], settings).findings
    assert alone == together
    assert alone.proof[0].place == Place("saving.py", 4, 11, 4, 11)


def test_a_fix_in_a_notebook_edits_its_cell(tmp_path: Path) -> None:
    define = "import asyncio\n\nasync def save():\n    await asyncio.sleep(1)\n"
    lose = "async def both():\n    save()\n    await save()\n"
    found = findings_of(notebook(tmp_path / "saves.ipynb", define, lose))["DUO101"]
    assert found.fix is not None
    assert [(edit.place.cell, edit.place.line, edit.text) for edit in found.fix.edits] == [(2, 2, "await ")]


def test_findings_come_in_the_order_of_the_cells(tmp_path: Path) -> None:
    define = "import asyncio\n\nasync def save():\n    await asyncio.sleep(1)\n\n"
    lose = "async def lose():\n    save()\n    await save()\n"
    found = check([notebook(tmp_path / "saves.ipynb", define + lose, lose)], Settings(root=tmp_path, jobs=1)).findings
    assert [finding.place.cell for finding in found if finding.code == "DUO101"] == [1, 2]


def test_a_finding_about_a_function_covers_its_name_however_short(tmp_path: Path) -> None:
    path = tmp_path / "counts.py"
    path.write_text("async def a():\n    return 1\n\n\nasync def main():\n    print(await a())\n")
    assert findings_of(path)["DUO201"].place == Place("counts.py", 1, 11, 1, 12)
