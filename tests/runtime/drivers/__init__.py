"""Tests of the drivers: `playing` is a shell in a world whose outcomes are written down, `choices` tries them all."""
