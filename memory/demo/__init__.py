"""A few weeks of two people's life, for a new instance that has nothing to show yet."""
