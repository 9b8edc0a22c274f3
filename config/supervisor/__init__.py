"""Runs the processes of an embedded instance: Redis, Chroma, daphne, the worker with beat."""
