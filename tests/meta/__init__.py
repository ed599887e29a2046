"""The rules of the house, as tests: what may import what, what is public, what the documents promise."""
