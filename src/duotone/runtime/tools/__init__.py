"""Tools: what agents may call, with schemas from signatures, checked arguments, locks, and results that fit.

From the bottom up: `specs`, `context` and `docstrings` are records; `parameters` reads arguments; `tool` and `toolbox`
hold what can be called; `invocation` is one call, and `seeing` what the agent sees of it.
"""

from __future__ import annotations

from duotone.runtime.tools.context import ToolContext, current_call
from duotone.runtime.tools.seeing import answer_to
from duotone.runtime.tools.specs import ToolSpec
from duotone.runtime.tools.tool import Tool, tool
from duotone.runtime.tools.toolbox import Toolbox

__all__ = ["Tool", "ToolContext", "ToolSpec", "Toolbox", "answer_to", "current_call", "tool"]
