"""Which planted faults each checker notices, on public projects."""
