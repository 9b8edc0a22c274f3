"""Markdown to safe HTML: markdown-it-py parses, pygments colours by classes, nh3 cleans."""

from collections.abc import Sequence
from functools import cache

import nh3
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token
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
_ENDED_BY_BLANK_LINE = {"paragraph_open", "heading_open", "table_open", "hr"}
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


def _image(
    _renderer: object, tokens: Sequence[Token], index: int, _options: object, _env: object
) -> str:
    """Link to an image instead of loading it: its server would learn that the reply was read."""
    address = str(tokens[index].attrs.get("src", ""))
    return f'<a href="{escape(address)}">{escape(tokens[index].content or address)}</a>'


@cache
def parser() -> MarkdownIt:
    """Return the parser: CommonMark with tables and strikethrough, raw HTML shown as text."""
    options = {"html": False, "linkify": False, "breaks": True, "highlight": _highlight}
    made = MarkdownIt("commonmark", options).enable(["table", "strikethrough"])
    made.add_render_rule("image", _image)
    return made


def closed_length(text: str) -> int:
    """Return how much of a text, in whole lines, is blocks that no later line can change.

    The last block may still grow, unless it is a paragraph, heading or table before a blank line.
    """
    tokens: list[Token] = []
    parser().block.parse(text, parser(), {}, tokens)
    blocks = [token for token in tokens if token.level == 0 and token.map]
    if not blocks:
        return 0
    if text.endswith("\n\n") and blocks[-1].type in _ENDED_BY_BLANK_LINE:
        return len(text)
    first_open = blocks[-1].map[0] if blocks[-1].map else 0
    return sum(len(line) + 1 for line in text.split("\n")[:first_open])


@cache
def _cleaner() -> nh3.Cleaner:
    return nh3.Cleaner(
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener nofollow noreferrer",
    )


def render(text: str) -> SafeString:
    """Return the HTML of a whole text."""
    return mark_safe(_cleaner().clean(parser().render(text)))
