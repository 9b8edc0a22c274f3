"""E-mail settings in the form that the installed Django reads."""

from collections.abc import Mapping
from typing import Any

import django

# What Django from 6.1 on calls the options of a mailer, by the older settings.
_OPTIONS = {
    "EMAIL_FILE_PATH": "file_path",
    "EMAIL_HOST": "host",
    "EMAIL_PORT": "port",
    "EMAIL_HOST_USER": "username",
    "EMAIL_HOST_PASSWORD": "password",
    "EMAIL_USE_TLS": "use_tls",
    "EMAIL_USE_SSL": "use_ssl",
}


def mail_settings(
    told: Mapping[str, Any], *, version: tuple[Any, ...] = django.VERSION
) -> dict[str, Any]:
    """Return `told`, the EMAIL_ settings of an EMAIL_URL; from Django 6.1 on as its MAILERS."""
    if version < (6, 1):
        return dict(told)
    options = {name: told[old] for old, name in _OPTIONS.items() if told.get(old)}
    return {"MAILERS": {"default": {"BACKEND": told["EMAIL_BACKEND"], "OPTIONS": options}}}
