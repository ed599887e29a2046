"""Braces within texts make no template, and other rules are no excuse."""

GREETING = "{{name}}, {{order}}"
RATES = {"{%d}": 1}  # deliberately slow


oven 180 degrees  # noqa: E501  # expect: DUO001
