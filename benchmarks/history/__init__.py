"""Which missing awaits that projects had and fixed later the analyzer notices in the commit before the fix."""
