"""What an oven runs."""

print "180 degrees"  # expect: DUO001
