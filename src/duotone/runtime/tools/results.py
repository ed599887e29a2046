"""The tool with which an agent reads on in a result that was too long to be shown."""

from __future__ import annotations

from duotone.errors import BadInput
from duotone.runtime.tools.artifacts import read_artifact
from duotone.runtime.tools.context import ToolContext
from duotone.runtime.tools.tool import LONGEST, Tool, tool
from duotone.runtime.tools.toolbox import READER

__all__ = ["read_result"]

_PAGE = 20_000


def _read_result(result: str, context: ToolContext, offset: int = 0, length: int = _PAGE) -> str:
    """Read on in a result that was too long to be shown.

    Args:
        result: the reference that the shortened result names
        context: the call itself
        offset: where to begin, in characters
        length: how many characters to read, at most 20000
    """
    text, size = read_artifact(result, offset, min(length, _PAGE), context)
    end = max(0, offset) + len(text)
    if not text:
        raise BadInput("offset", f"is {offset}, and the result has {size} characters")
    return text if end >= size else f"{text}\n[… {size - end:,} more characters; go on at offset={end} …]"


read_result: Tool = tool(_read_result, name=READER, effect=False, longest=LONGEST)
