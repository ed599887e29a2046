"""The places from which a call is made: each runs a cell there and brings back what was seen."""
