"""Modules are loaded by name and asked for the same functions."""
