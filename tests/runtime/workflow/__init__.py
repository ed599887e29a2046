"""Tests of workflows as they are written."""
