"""EMAIL_URL reaches Django in the form that its version reads."""

import environ
import pytest

from config.mail import mail_settings

pytestmark = pytest.mark.pure


def told(url):
    return environ.Env.email_url_config(url)


def test_before_django_6_1_it_is_a_setting_each():
    found = mail_settings(told("smtp://mail.example.org:25"), version=(5, 2))
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"]) == ("mail.example.org", 25)
    assert "MAILERS" not in found


@pytest.mark.parametrize(
    ("url", "backend", "options"),
    [
        ("consolemail://", "console", {}),
        ("filemail:////tmp/mails", "filebased", {"file_path": "/tmp/mails"}),
        (
            "smtp+tls://me:word@mail.example.org:587",
            "smtp",
            {
                "host": "mail.example.org",
                "port": 587,
                "username": "me",
                "password": "word",
                "use_tls": True,
            },
        ),
    ],
)
def test_from_django_6_1_on_it_is_a_mailer(url, backend, options):
    found = mail_settings(told(url), version=(6, 1))
    assert found == {
        "MAILERS": {
            "default": {
                "BACKEND": f"django.core.mail.backends.{backend}.EmailBackend",
                "OPTIONS": options,
            }
        }
    }
