"""The environment of the suite. Imported before Django's settings; starts nothing."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from config.supervisor.ports import any_free

DEMO_PASSWORD = "demo-password-of-the-suite"
# Short: the path of a Unix socket may have 107 bytes.
VAR_DIR = Path(tempfile.mkdtemp(prefix="pal-", dir="/tmp"))
CHROMA_PORT = any_free()

# Nothing of the developer's own environment or .env file reaches a test.
CLEARED = [
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "CHAT_MODEL",
    "SMALL_MODEL",
    "EMBEDDING_MODEL",
    "RERANK_URL",
    "SECURE",
    "DEBUG",
    "ALLOWED_HOSTS",
    "METRICS_TOKEN",
    "EMAIL_URL",
]


def prepare() -> None:
    """Set the environment from which config.settings reads."""
    for name in CLEARED:
        os.environ.pop(name, None)
    os.environ.update(
        {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "VAR_DIR": str(VAR_DIR),
            "REDIS_URL": f"unix://{VAR_DIR}/run/redis.sock",
            "CHROMA_URL": f"http://127.0.0.1:{CHROMA_PORT}",
            "EMBEDDED": "true",
            "OPENAI_API_KEY": "",
            "DEMO_PASSWORD": DEMO_PASSWORD,
            "SECRET_KEY": "of-the-suite-" + "x" * 40,
            "EMAIL_URL": "memorymail://",
            "LOG_LEVEL": "WARNING",
            "ANONYMIZED_TELEMETRY": "false",
            "WARM_UP": "false",  # of this process: an instance of its own warms up
        }
    )
    (VAR_DIR / "static").mkdir()
    atexit.register(shutil.rmtree, VAR_DIR, ignore_errors=True)
