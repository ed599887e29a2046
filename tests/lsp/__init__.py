"""The editor server, spoken to as an editor does."""
