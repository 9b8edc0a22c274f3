"""Chinese is complete: every string is translated, and the compiled catalogue is the source's."""

import ast
import gettext
import re
from pathlib import Path

import pytest
from django.utils.translation.template import templatize

pytestmark = pytest.mark.pure

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "config" / "locale" / "zh_Hans" / "LC_MESSAGES"
CALLS = {"gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "_"}
TEMPLATE_CALL = re.compile(
    r"\b(?:ngettext|gettext|_)\(u?('(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")", re.DOTALL
)


def read_source():
    """Return {msgid: [msgstr, …]}, {msgid: msgid_plural} and the fuzzy ids of django.po."""
    entries, plurals, fuzzy = {}, {}, []
    for block in (FOLDER / "django.po").read_text().split("\n\n"):
        fields = {
            name: "".join(ast.literal_eval(part) for part in re.findall(r'"(?:[^"\\]|\\.)*"', text))
            for name, text in re.findall(
                r'^(msg\w+(?:\[\d\])?) ((?:"(?:[^"\\]|\\.)*"\n?)+)', block, re.MULTILINE
            )
        }
        if not fields.get("msgid"):
            continue
        context = fields.get("msgctxt")  # gettext's own key of an entry with a context
        key = fields["msgid"] if context is None else f"{context}\x04{fields['msgid']}"
        entries[key] = [v for k, v in fields.items() if k.startswith("msgstr")]
        plurals[key] = fields.get("msgid_plural", "")
        if re.search(r"^#,.*fuzzy", block, re.MULTILINE):
            fuzzy.append(key)
    return entries, plurals, fuzzy


def strings_of_templates():
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for text in TEMPLATE_CALL.findall(templatize(path.read_text())):
            yield ast.literal_eval(text), path.relative_to(ROOT)


def strings_of_code():
    for app in ("chat", "memory", "config"):
        for path in sorted((ROOT / app).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                if not isinstance(node, ast.Call) or not node.args:
                    continue
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                first = node.args[0]
                if (
                    name in CALLS
                    and isinstance(first, ast.Constant)
                    and isinstance(first.value, str)
                ):
                    yield first.value, path.relative_to(ROOT)


def test_every_string_of_the_pages_and_the_code_has_a_translation():
    entries, _, fuzzy = read_source()
    found = [*strings_of_templates(), *strings_of_code()]
    assert len(found) > 300
    missing = [f"{path}: {text}" for text, path in found if not all(entries.get(text) or [""])]
    assert missing == []
    assert fuzzy == []


def test_a_translation_fills_in_what_its_source_fills_in():
    entries, plurals, _ = read_source()
    for source, translations in entries.items():
        allowed = set(re.findall(r"%\((\w+)\)", source + plurals[source]))
        wanted = set(re.findall(r"%\((\w+)\)", source))
        for translation in translations:
            used = set(re.findall(r"%\((\w+)\)", translation))
            assert wanted <= used <= allowed, source


def test_the_compiled_catalogue_is_up_to_date():
    entries, _, _ = read_source()
    with (FOLDER / "django.mo").open("rb") as file:
        catalogue = gettext.GNUTranslations(file)
    for source, translations in entries.items():
        plain = catalogue.gettext(source)
        assert translations[0] in (plain, catalogue.ngettext(source, source, 1)), source


REFUSALS = {"ActionRefused", "ExperienceRefused", "ExperimentRefused", "NotPossible"}


def test_what_a_person_may_not_do_is_said_in_their_language():
    bare = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for app in ("chat", "config", "memory")
        for path in (ROOT / app).rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text()))
        if isinstance(call, ast.Call)
        and ast.unparse(call.func).rpartition(".")[2] in REFUSALS
        and isinstance(call.args[0] if call.args else None, ast.Constant | ast.JoinedStr)
    ]
    assert bare == []
