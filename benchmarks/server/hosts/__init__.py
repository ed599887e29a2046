"""The servers that are measured: each makes sessions, reads them back, and lets something answer in a durable turn."""
