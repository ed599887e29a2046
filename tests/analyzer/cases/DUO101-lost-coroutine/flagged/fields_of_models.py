"""The receiver is a field of a dataclass, a pydantic model, a named tuple or a typed class."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import NamedTuple

from pydantic import BaseModel


class VectorIndex:
    async def upsert(self, key: str, vector: list[float]) -> None:
        await asyncio.sleep(0)


@dataclass
class Retriever:
    name: str
    index: VectorIndex = field(default_factory=VectorIndex)

    def learn(self, text: str) -> None:
        self.index.upsert(text, [0.0])  # expect: DUO101


class Workspace(BaseModel):
    name: str
    index: VectorIndex

    def learn(self, text: str) -> None:
        self.index.upsert(text, [0.0])  # expect: DUO101


class Pair(NamedTuple):
    left: VectorIndex
    right: VectorIndex


def learn_everywhere(retriever: Retriever, workspace: Workspace, pair: Pair) -> None:
    retriever.index.upsert("a", [1.0])  # expect: DUO101
    workspace.index.upsert("a", [1.0])  # expect: DUO101
    pair.left.upsert("a", [1.0])  # expect: DUO101
