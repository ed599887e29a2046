"""Tests of the command line, run as users run it."""
