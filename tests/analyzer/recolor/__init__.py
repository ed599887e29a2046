"""Recoloring: small projects, in both directions."""
