"""Markdown to safe HTML: markdown-it-py parses, pygments colours by classes, nh3 cleans."""

from functools import cache

import nh3
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

_CODE = HtmlFormatter(nowrap=True, classprefix="hl-")
_TAGS = {
    *("p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "strong", "em", "del", "s", "code"),
    *("pre", "span", "blockquote", "ul", "ol", "li", "a"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
# Alignment of table cells comes as a style attribute; it is not allowed, and so falls away.
_ATTRIBUTES = {
    "a": {"href", "title"},
    "ol": {"start"},
    "code": {"class"},
    "span": {"class"},
    "pre": {"class", "data-language"},
}


def _highlight(code: str, language: str, _attributes: str) -> str:
    try:
        lexer = get_lexer_by_name(language, stripnl=False) if language else None
    except ClassNotFound:
        lexer = None
    inner = highlight(code, lexer, _CODE) if lexer else escape(code)
    name = f' data-language="{escape(language)}"' if language else ""
    return f'<pre class="code"{name}><code>{inner}</code></pre>'


@cache
def parser() -> MarkdownIt:
    """Return the parser: CommonMark with tables and strikethrough, raw HTML shown as text."""
    options = {"html": False, "linkify": False, "breaks": True, "highlight": _highlight}
    return MarkdownIt("commonmark", options).enable(["table", "strikethrough"])


@cache
def _cleaner() -> nh3.Cleaner:
    # No images: one from outside would tell its server that the reply was read.
    return nh3.Cleaner(
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener nofollow noreferrer",
    )


def render(text: str) -> SafeString:
    """Return the HTML of a whole text."""
    return mark_safe(_cleaner().clean(parser().render(text)))
