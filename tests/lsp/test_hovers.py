"""Hovers: the findings at a place, and the colors of the functions that are named there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.client import Client
from tests.lsp.conftest import STORE

CLIENTS = """\
import asyncio
import time


class Client:
    async def get(self, key: str) -> str:
        await asyncio.sleep(0)
        return key

    async def pages(self):
        yield await self.get("a")

    def wait(self) -> None:
        time.sleep(1)


async def main(client: Client) -> None:
    "ä😀"; await client.get("b")
    async for _ in client.pages():
        client.wait()
"""


@pytest.fixture
def client(project: Path) -> Iterator[Client]:
    (project / "shop" / "clients.py").write_text(CLIENTS, encoding="utf-8")
    with Client(project) as client:
        client.initialize()
        for name in ("clients", "jobs", "store"):
            client.open(project / "shop" / f"{name}.py")
        client.wait(lambda one: told(one, project / "shop" / "store.py"))
        yield client


def told(message: Any, path: Path) -> bool:
    """Whether a message is about the open text of a file."""
    params = message.get("params")
    return message.get("method") == "textDocument/publishDiagnostics" and (params["uri"], params.get("version")) == (
        path.as_uri(),
        1,
    )


def hover(client: Client, path: Path, line: int, column: int) -> Any:
    at = {"textDocument": {"uri": path.as_uri()}, "position": {"line": line, "character": column}}
    return client.request("textDocument/hover", at)


def text(client: Client, path: Path, line: int, column: int) -> str:
    found: str = hover(client, path, line, column)["contents"]["value"]
    return found


def test_a_hover_tells_the_rule_and_the_proof_before_the_color(client: Client, project: Path) -> None:
    found = text(client, project / "shop" / "jobs.py", 4, 6)
    assert found.startswith("**DUO101** `lost-coroutine`")
    assert "shop/store.py:4" in found
    assert found.index("**DUO101**") < found.index("**async function** `shop.store.save`")


def test_a_hover_over_a_right_call_tells_the_color_and_where_it_is_from(client: Client, project: Path) -> None:
    assert text(client, project / "shop" / "jobs.py", 5, 12).split("\n\n") == [
        "**async function** `shop.store.save` (`shop/store.py:4`)",
        "`async def`: a call makes a coroutine, and its body runs when that is awaited.",
    ]


def test_a_hover_over_a_definition_tells_its_color(client: Client, project: Path) -> None:
    found = hover(client, project / "shop" / "store.py", 3, 11)
    assert found["contents"]["value"].startswith("**async function** `shop.store.save`")
    assert found["range"] == {"start": {"line": 3, "character": 10}, "end": {"line": 3, "character": 14}}


def test_a_hover_over_a_method_is_about_its_name_alone(client: Client, project: Path) -> None:
    path = project / "shop" / "clients.py"
    found = hover(client, path, 17, 27)
    assert found["contents"]["value"].startswith("**async method** `shop.clients.Client.get`")
    assert found["range"] == {"start": {"line": 17, "character": 24}, "end": {"line": 17, "character": 27}}
    assert hover(client, path, 17, 18) is None, "the object has no color"


def test_a_hover_tells_generators_and_what_blocks(client: Client, project: Path) -> None:
    path = project / "shop" / "clients.py"
    assert text(client, path, 18, 28).startswith("**async generator** `shop.clients.Client.pages`")
    found = text(client, path, 19, 17)
    assert found.startswith("**sync method** `shop.clients.Client.wait`")
    assert "It holds up its thread: `time.sleep` in line 14; use await asyncio.sleep(...)." in found


def test_nothing_is_told_about_a_text_that_was_not_checked_yet(client: Client, project: Path) -> None:
    store = project / "shop" / "store.py"
    client.change(store, "\n" + STORE, 2)
    assert hover(client, store, 3, 11) is None


def test_a_hover_elsewhere_tells_nothing(client: Client, project: Path) -> None:
    assert hover(client, project / "shop" / "jobs.py", 0, 0) is None
