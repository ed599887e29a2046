"""Mirrors: copies and facades of small sources."""
