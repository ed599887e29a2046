"""Tests of the output formats, a file for each of their modules."""
