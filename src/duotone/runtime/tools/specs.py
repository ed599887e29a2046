"""What a model is told of a tool: its name, what it is for, and the JSON schema of its arguments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from duotone.runtime.events import Json

__all__ = ["ToolSpec"]


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as a model sees it; `schema` is that of an object with a property for each argument."""

    name: str
    description: str
    schema: Mapping[str, Json]

    def to_json(self) -> Mapping[str, Json]:
        """Return this as data of an event."""
        return {"name": self.name, "description": self.description, "schema": self.schema}
