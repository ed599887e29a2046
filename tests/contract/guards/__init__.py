"""Tests of the guards, a file for each of their modules."""
