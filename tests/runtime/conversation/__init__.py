"""Tests of the runtime/conversation, a file for each of its modules."""
