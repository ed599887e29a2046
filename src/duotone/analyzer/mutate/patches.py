"""Mutations as files: one patch each, and a manifest of all of them."""

from __future__ import annotations

import dataclasses
import difflib
import itertools
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from .positions import line_starts
from .records import Mutation
from .trees import Tree

__all__ = ["SCHEMA", "as_json", "patch", "write"]

SCHEMA = 1


def write(tree: Tree, chosen: Sequence[Mutation], folder: Path, *, seed: int) -> None:
    """Write `<id>.patch` for each mutation, to be applied with `git apply` or `patch -p1`, and `manifest.json`."""
    folder.mkdir(parents=True, exist_ok=True)
    for mutation in chosen:
        (folder / f"{mutation.id}.patch").write_bytes(patch(tree, mutation))
    (folder / "manifest.json").write_text(json.dumps(as_json(chosen, seed), indent=1, ensure_ascii=False) + "\n")


def as_json(chosen: Sequence[Mutation], seed: int) -> dict[str, object]:
    """Return the manifest: everything of each mutation but its edits, which are in the patch."""
    return {"schema": SCHEMA, "seed": seed, "mutations": [_record(one) for one in chosen]}


def _record(mutation: Mutation) -> dict[str, object]:
    record = dataclasses.asdict(mutation)
    del record["edits"]
    return record


def patch(tree: Tree, mutation: Mutation) -> bytes:
    """Return the unified diff of a mutation in the encoding of its file."""
    text = tree.texts[mutation.path]
    after = tree.mutated(mutation).decode(text.encoding)
    lines = difflib.unified_diff(
        list(_lines(text.text)), list(_lines(after)), f"a/{mutation.path}", f"b/{mutation.path}", lineterm="\n"
    )
    ended = (line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
    return f"{mutation.description}\n".encode() + "".join(ended).encode(text.encoding.removesuffix("-sig"))


def _lines(text: str) -> Iterator[str]:
    starts = [*line_starts(text), len(text)]
    yield from (text[start:end] for start, end in itertools.pairwise(starts) if start < end)
