"""A harbor."""
