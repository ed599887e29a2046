"""Which of the shapes A1 to A17 each checker reports, over the analyzer's own cases."""
