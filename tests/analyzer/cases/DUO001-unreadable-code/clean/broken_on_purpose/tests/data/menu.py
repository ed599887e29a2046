"""A menu for the test of the reader."""

# Deliberately broken: the reader has to name the line.
menu = ["soup", "bread
