"""Rules from a statement to attributes, by kind. Each returns what it finds, in any order."""
