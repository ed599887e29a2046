"""What an old oven runs."""

print "180 degrees"
