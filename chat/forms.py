"""Forms of the account pages where allauth's words are not ours."""

from typing import Any

from allauth.account.forms import LoginForm as AllauthLoginForm
from django.utils.translation import gettext as _


class LoginForm(AllauthLoginForm):  # type: ignore[misc]
    """Sign-in; its labels say what to type, so that no placeholder has to."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Username or e-mail")
        self.fields["remember"].label = _("Stay signed in")
        for name in ("login", "password"):
            self.fields[name].widget.attrs.pop("placeholder", None)
