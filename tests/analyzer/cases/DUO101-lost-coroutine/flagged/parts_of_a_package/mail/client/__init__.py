"""What the package is about."""
