"""What a file defines, read once without its bodies and kept by content: the part of it that other files can see."""

from __future__ import annotations

from duotone.analyzer.outline.read import outline_of
from duotone.analyzer.outline.records import Binding, Class, Function, Import, Outline, Param, Value, from_rows, to_rows

__all__ = ["Binding", "Class", "Function", "Import", "Outline", "Param", "Value", "from_rows", "outline_of", "to_rows"]
