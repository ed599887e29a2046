"""Runs on engines: what is chosen, and what each engine does."""
