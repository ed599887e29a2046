"""Tests of the runtime, a directory or a file for each of its parts."""
