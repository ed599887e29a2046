"""Agents: whatever the user has, with its color verified once, and replies made of whatever that returns.

From the bottom up: `replies` reads what a step gave, `agent` decides what can be called, and in which color.
"""
