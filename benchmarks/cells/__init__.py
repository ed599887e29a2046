"""What ``benchmarks.bridge`` measures, one cell per process."""
