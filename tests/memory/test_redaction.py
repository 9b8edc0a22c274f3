"""No secret in a log record: message, arguments, traceback."""

import io
import logging

import pytest

from memory.redaction import RedactingFilter

pytestmark = pytest.mark.pure
KEY = "sk-" + "proj-a1B2c3D4e5F6g7H8i9J0"


@pytest.fixture
def log():
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.addFilter(RedactingFilter())
    logger = logging.Logger("of this test")
    logger.addHandler(handler)
    return logger, stream


def test_messages_and_arguments_are_redacted(log):
    logger, stream = log
    logger.warning("calling with %s and %s", KEY, {"password": "password=hunter22"})
    assert "hunter22" not in stream.getvalue()
    assert KEY not in stream.getvalue()
    assert stream.getvalue().startswith("calling with [redacted:key] and ")


def test_tracebacks_are_redacted(log):
    logger, stream = log
    try:
        raise ValueError(f"bad key {KEY}")
    except ValueError:
        logger.exception("failed")
    assert KEY not in stream.getvalue()
    assert "ValueError: bad key [redacted:key]" in stream.getvalue()


def test_the_handler_of_the_product_has_the_filter(settings):
    assert settings.LOGGING["handlers"]["console"]["filters"] == ["redact"]
