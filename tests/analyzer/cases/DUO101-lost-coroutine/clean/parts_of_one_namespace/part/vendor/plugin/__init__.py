"""A part of a package whose other parts are elsewhere."""
