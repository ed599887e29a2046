"""What the report and the console have in common."""
