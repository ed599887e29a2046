"""What the benchmarks of the analyzer share: public projects at pinned versions, and the checkers to run."""
