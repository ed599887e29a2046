"""Tests of the runtime/agents, a file for each of its modules."""
