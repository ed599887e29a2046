"""What an old oven runs, kept to be read."""

print "180 degrees"
