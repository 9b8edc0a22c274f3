"""The parts of an erasure: rows of items, of owners, and projections."""
