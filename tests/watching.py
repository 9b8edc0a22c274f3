"""Looks into the database of a running instance from outside, and waits for what it does."""

import sqlite3
import time


def rows(instance, sql, *values):
    with sqlite3.connect(f"file:{instance.var_dir}/palimpsest.sqlite3?mode=ro", uri=True) as db:
        db.row_factory = sqlite3.Row
        found = [dict(row) for row in db.execute(sql, values)]
    db.close()
    return found


def count(instance, sql, *values):
    return next(iter(rows(instance, sql, *values)[0].values()))


def is_absorbed(instance):
    return not count(instance, "SELECT count(*) FROM memory_episode WHERE state != 'done'")


def wait_for(condition, *, seconds=90, what=""):
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, what or "did not happen"
        time.sleep(0.05)
    return found
