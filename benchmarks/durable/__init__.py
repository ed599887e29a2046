"""What a durable step costs: duotone's runtime and the engines that keep steps too, in one run."""
