"""Conversations as folds of their log: what was said, where a turn stands, when an agent goes round in circles.

From the bottom up: `limits` and `states` are records, `words` are what an agent is told of calls that gave nothing,
`circles` finds repetition, `transcript` folds a session, and `compaction` shortens what it has become. All of it is
pure; `drivers.turn` decides upon it.
"""
