"""What crossing the colors costs and what survives it, measured beside the libraries that do the same."""
