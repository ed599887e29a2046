"""What shows how a page looks that can't be compiled."""

# Wrong syntax, so that the page has something to complain about.
oven 180 degrees
