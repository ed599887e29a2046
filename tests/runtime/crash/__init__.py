"""Kills processes at every point where one can die between an effect and its record, and looks at what is left."""
