"""The names of kinds."""

MEMORY = "memory"
