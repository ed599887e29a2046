"""Tests of the runtime/crew, a file for each of its modules."""
