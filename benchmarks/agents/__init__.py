"""What a step of an agent and a call of a tool cost, with duotone and with the frameworks' own loops."""
