"""Redaction as the tenant wants it: of texts, of JSON values, and of every log record."""

import logging
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import phonenumbers
from phonenumbers import Leniency, PhoneNumber, PhoneNumberMatcher

from memory.domain import redaction as rules
from memory.domain.redaction import Redaction, Span

if TYPE_CHECKING:  # logging is set up before the models can be loaded
    from memory.models.accounts import Tenant

REGIONS = ("US", "CN")  # of numbers without a country code
_MANY_DIGITS = re.compile(r"(?:\d[^\dA-Za-z\u4e00-\u9fff]{0,3}){7}")
_CALLED_PHONE = re.compile(
    r"(?:phone|call|tel|mobile|cell|text|sms|whatsapp|number is|reach me|电话|手机|号码|联系|拨打)"
    r"\D{0,20}$",
    re.IGNORECASE,
)
_CALLED_OTHERWISE = re.compile(
    r"(?:order|invoice|ticket|track\w*|ref\w*|serial|isbn|account|case|id|no\.?|#|版本|version|"
    r"订单|单号|编号|工单|流水|快递|学号|工号|账号|QQ|qq)\D{0,12}$",
    re.IGNORECASE,
)


def redact_text(text: str, tenant: "Tenant | None") -> Redaction:
    """Replace secrets, and contacts unless the tenant keeps them. Without a tenant: everything."""
    contacts = tenant is None or tenant.redact_contacts
    return rules.redact(text, contacts=contacts, phones=list(phone_spans(text)) if contacts else ())


def redact_value(value: Any, tenant: "Tenant | None") -> Any:
    """Return a JSON value with every string in it redacted, keys too."""
    if isinstance(value, str):
        return redact_text(value, tenant).text
    if isinstance(value, Mapping):
        return {
            redact_value(key, tenant): redact_value(inner, tenant) for key, inner in value.items()
        }
    if isinstance(value, list | tuple):
        return [redact_value(inner, tenant) for inner in value]
    return value


def phone_spans(text: str) -> Iterator[Span]:
    """Find phone numbers: with a country code, or as written in the US and in China."""
    plain = text.translate(rules.PLAIN)
    if not _MANY_DIGITS.search(plain):
        return
    for region in REGIONS:
        for match in PhoneNumberMatcher(plain, region, leniency=Leniency.VALID):
            before = plain[max(0, match.start - 32) : match.start]
            if _is_meant(match.raw_string, match.number, region, before):
                yield match.start, match.end


def _is_meant(raw: str, number: PhoneNumber, region: str, before: str) -> bool:
    """Tell a phone number from an order number or a date that happens to be a valid one."""
    if raw.startswith("+") or _CALLED_PHONE.search(before):
        return True
    if _CALLED_OTHERWISE.search(before) or re.match(r"(?:19|20)\d\d[-/. ]", raw):
        return False
    if region == "US":
        return re.fullmatch(r"(?:1[ .-]?)?\(?\d{3}\)?[ .-]{1,2}\d{3}[ .-]\d{4}", raw) is not None
    is_mobile = phonenumbers.number_type(number) == phonenumbers.PhoneNumberType.MOBILE
    return is_mobile or raw.startswith(("0", "(0", "（0"))


class RedactingFilter(logging.Filter):
    """Redacts the message, the arguments' traces in it, and the traceback of each log record."""

    _formatter = logging.Formatter()

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = redact_text(record.getMessage(), None).text
        record.args = None
        if record.exc_info and not record.exc_text:
            record.exc_text = self._formatter.formatException(record.exc_info)
        if record.exc_text:
            record.exc_text = redact_text(record.exc_text, None).text
        if record.stack_info:
            record.stack_info = redact_text(record.stack_info, None).text
        return True
