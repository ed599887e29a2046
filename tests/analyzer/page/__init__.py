"""The HTML report: what is written, and what a browser makes of it."""
