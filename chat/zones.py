"""The time zones that this machine knows."""

import functools
import zoneinfo


@functools.cache
def known_zones() -> frozenset[str]:
    """Return their names. Listing them opens each file of the zone database: once a process."""
    return frozenset(zoneinfo.available_timezones())
