"""Uses the package by its front door."""

import agentkit
from agentkit import Memory, end_span, forget, remember_nothing


def run_turn(memory: Memory, text: str) -> None:
    memory.remember(text)  # expect: DUO101
    forget(text)  # expect: DUO101
    end_span("turn")  # expect: DUO101
    remember_nothing(text)  # expect: DUO101
    agentkit.end_span("turn")  # expect: DUO101
    agentkit.Memory().remember(text)  # expect: DUO101
