"""The mutator."""
