"""A part of a tree whose parts know nothing of one another."""
