"""What shows how a page looks that can't be compiled."""

oven 180 degrees  # noqa: E999
