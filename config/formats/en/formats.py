"""English dates as the browser writes them too ("Nov 5, 2026"), and hours from 0 to 23."""

DATE_FORMAT = "M j, Y"
DATETIME_FORMAT = "M j, Y, H:i"
TIME_FORMAT = "H:i"
