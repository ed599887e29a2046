"""The routes that speak as OpenAI's do."""

from __future__ import annotations
