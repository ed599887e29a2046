"""Models: what answers a request with a reply, in either color; scripted, recorded, or behind an API.

From the bottom up: `model` is the request and the protocol, `scripted` and `recorded` need no network, `openai_model`
speaks to every server that is compatible with OpenAI's, and `agent` makes an agent of any of them.
"""

from __future__ import annotations

from duotone.runtime.models.agent import ModelAgent
from duotone.runtime.models.model import Model, Request
from duotone.runtime.models.openai_model import OpenAIModel
from duotone.runtime.models.recorded import RecordedModel
from duotone.runtime.models.scripted import After, ScriptedModel

__all__ = ["After", "Model", "ModelAgent", "OpenAIModel", "RecordedModel", "Request", "ScriptedModel"]
