"""Runs `manage.py say` in this process."""

import json
from io import StringIO

from django.core.management import call_command


def say(*arguments: str) -> str:
    out = StringIO()
    call_command("say", *arguments, stdout=out)
    return out.getvalue()


def say_json(*arguments: str) -> dict:
    return json.loads(say(*arguments, "--json"))
