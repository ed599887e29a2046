"""Many conversations at once, for minutes, with interrupts and restarts: what must hold then."""
