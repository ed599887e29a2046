"""A facade: signatures for type checkers, the bridge at run time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from duotone.errors import BadMirror
from tests.analyzer.mirror.conftest import Mirrored

SOURCE = '''\
"""A client."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decimal import Decimal

SECRET = object()


class AsyncClient:
    """Talks."""

    name: str

    def __init__(self, name: str, *, retries: int = 3) -> None:
        self.name = name
        self._hidden = retries

    async def get(self, url: str, amount: Decimal | None = None) -> str:
        """Get it."""
        return f"{self.name} {url}"

    async def lines(self) -> AsyncIterator[int]:
        for number in range(3):
            yield number

    async def _private(self) -> None: ...

    @property
    def size(self) -> int:
        return len(self.name)

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *args: object) -> None: ...


class Plain:
    pass


async def fetch_async(url: str) -> str:
    return url


async def count(upto: int) -> AsyncIterator[int]:
    for number in range(upto):
        yield number
'''

USE = """\
from package._sync.client import Client, count, fetch

with Client("duo", retries=1) as client:
    got: str = client.get("/x")
    numbers: list[int] = list(client.lines())
    assert (got, numbers, client.size) == ("duo /x", [0, 1, 2], 3), (got, numbers)
text: str = fetch("u")
assert (text, list(count(2))) == ("u", [0, 1])
"""


def _written(mirrored: Mirrored, root: Path) -> Path:
    for one in mirrored(SOURCE, mode="facade").made:
        one.twin.target.parent.mkdir(exist_ok=True)
        one.twin.target.write_text(one.text, encoding="utf-8")
    use = root / "use.py"
    use.write_text(USE, encoding="utf-8")
    return use


def test_a_facade_runs_over_the_bridge(mirrored: Mirrored, tmp_path: Path) -> None:
    use = _written(mirrored, tmp_path)
    done = subprocess.run([sys.executable, str(use)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_type_checkers_know_the_signatures_of_a_facade(mirrored: Mirrored, tmp_path: Path) -> None:
    use = _written(mirrored, tmp_path)
    use.write_text(USE + "client.get(1)\nclient.gone()\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-incremental", str(use)],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    errors = [line.split(": ", 2)[2] for line in done.stdout.splitlines() if ": error: " in line]
    assert errors == [
        'Argument 1 to "get" of "Client" has incompatible type "int"; expected "str"  [arg-type]',
        '"Client" has no attribute "gone"  [attr-defined]',
    ], done.stdout


def test_a_source_without_async_names_has_no_facade(mirrored: Mirrored) -> None:
    with pytest.raises(BadMirror, match="no async code"):
        mirrored("class Plain: ...\n", mode="facade")
