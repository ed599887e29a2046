"""Files to trees: the same as `ast` makes, newer syntax, broken code, encodings and notebooks."""
