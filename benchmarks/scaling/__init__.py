"""What our runs cost on an engine that others operate, against the same engine without us."""
