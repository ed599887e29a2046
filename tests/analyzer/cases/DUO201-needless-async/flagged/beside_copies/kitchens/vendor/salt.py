"""Came from elsewhere."""
