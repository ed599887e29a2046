"""Tests of the runtime/tools, a file for each of its modules."""
