"""Tests of governed sessions."""
