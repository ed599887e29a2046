"""The modules of this package are generated when it is built."""
