"""Another part."""
