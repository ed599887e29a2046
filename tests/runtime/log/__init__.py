"""Tests of the log, on both stores and through both faces."""
