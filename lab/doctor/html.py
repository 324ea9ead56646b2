"""Blocks as HTML for a notebook. Readable in light and in dark: it names no colour of its own.

What stands out does so by a word and a border. All text is escaped; markdown is rendered with raw
HTML switched off.
"""

from collections.abc import Iterable
from html import escape

from markdown_it import MarkdownIt

from lab.doctor.blocks import (
    FIRST,
    FOLDED,
    Block,
    Compared,
    Heading,
    Options,
    Prose,
    Row,
    Told,
    clipped,
)

_CLIP = 300
_CELL = "text-align:left;vertical-align:top;white-space:pre-wrap;overflow-wrap:anywhere"
_MARKED = f"{_CELL};border:2px solid"  # in the colour of the text, whatever the theme
_TABLE = '<table style="width:100%;table-layout:fixed">'
_LABEL = '<col style="width:9em">'

_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


def as_html(blocks: Iterable[Block]) -> str:
    """The blocks in one div."""
    return "<div>\n" + "\n".join(_HTML[type(block)](block) for block in blocks) + "\n</div>"


def _heading(block: Heading) -> str:
    return f"<h4>{escape(block.words)}</h4>"


def _prose(block: Prose) -> str:
    return _markdown.render(block.markdown).strip()


def _options(block: Options) -> str:
    rows = []
    for letter, word, markdown in block.rows:
        mark = f" <b>({escape(word)})</b>" if word else ""
        lead = f"<b>{escape(letter)}</b>{mark} "
        words = _markdown.render(markdown).strip()
        words = words.replace("<p>", f"<p>{lead}", 1) if words.startswith("<p>") else lead + words
        rows.append(words)
    return "\n".join(rows)


def _told(block: Told) -> str:
    head = "".join(f'<th style="{_CELL}">{escape(name)}</th>' for name in block.names)
    sides = ("\n".join(escape(line) for line in side) for side in (block.left, block.right))
    cells = "".join(
        f'<td style="{_CELL}"><pre style="white-space:pre-wrap">{side}</pre></td>' for side in sides
    )
    return f"{_TABLE}<thead><tr>{head}</tr></thead><tbody><tr>{cells}</tr></tbody></table>"


def _compared(block: Compared) -> str:
    names = (block.name, *block.diff.names)
    head = "".join(f'<th style="{_CELL}">{escape(name)}</th>' for name in names)
    body = "\n".join(_row(row) for row in block.rows)
    said = "<br>".join(escape(line) for line in block.said)
    said = f"\n<p>{said}</p>" if said else ""
    return (
        f"{_TABLE}<colgroup>{_LABEL}<col><col></colgroup><thead><tr>{head}</tr></thead>"
        f"<tbody>\n{body}\n</tbody></table>{said}"
    )


def _row(row: Row) -> str:
    if row.mark == FOLDED:
        return f'<tr><td></td><td colspan="2" style="{_CELL}">{row.left}</td></tr>'
    style = _MARKED if row.mark == FIRST else _CELL
    mark = f"<b>{row.mark}</b>" if row.mark == FIRST else row.mark
    label = " ".join(filter(None, (escape(row.label), mark)))
    cells = (f"<code>{escape(side)}</code>" for side in clipped(row, _CLIP))
    return (
        "<tr>" + "".join(f'<td style="{style}">{cell}</td>' for cell in (label, *cells)) + "</tr>"
    )


_HTML: dict = {
    Heading: _heading,
    Prose: _prose,
    Options: _options,
    Told: _told,
    Compared: _compared,
}
