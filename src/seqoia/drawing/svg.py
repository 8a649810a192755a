"""The paper and the pen: escaped SVG that is readable on light and on dark pages.

Lines and texts take the colour of the text around (`currentColor`); what carries a meaning has a colour of middle tone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

ACCENT, WARNING, CALM = "#3d85c6", "#cc5b33", "#4c9a62"
"""What a reader should follow; what ends a run; what repeats."""

SANS = "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif"
MONO = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"

_LIGHT, _DARK = "color:#1f2328;background:#ffffff", "color:#e6edf3;background:#0d1117"
_PAGE = f".seqoia{{{_LIGHT}}}@media (prefers-color-scheme:dark){{.seqoia{{{_DARK}}}}}"
Point = tuple[float, float]
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Drawing:
    """A finished drawing: its size, what it shows in words, and its elements."""

    width: float
    height: float
    title: str
    elements: tuple[str, ...]

    def inline(self) -> str:
        """For a page that has colours of its own; what is too wide can be scrolled."""
        return f'<div style="overflow-x:auto">{self._svg("")}</div>'

    def document(self) -> str:
        """A file of its own, which follows the reader's choice of light or dark."""
        return self._svg(f"<style>{_PAGE}</style>") + "\n"

    def _svg(self, style: str) -> str:
        size = f'width="{_number(self.width)}" height="{_number(self.height)}"'
        box = f'viewBox="0 0 {_number(self.width)} {_number(self.height)}"'
        opening = f'<svg xmlns="http://www.w3.org/2000/svg" class="seqoia" role="img" {size} {box}'
        title = f"<title>{_text(self.title)}</title>"
        body = "\n".join(self.elements)
        return f"{opening} font-family={_quoted(SANS)}>{style}{title}\n{body}\n</svg>"


def element(name: str, content: str = "", /, **attributes: object) -> str:
    """An element; `stroke_width` is written `stroke-width`, and what is `None` is left out."""
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={_quoted(value)}"
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def text(x: float, y: float, said: str, size: float = 13, **attributes: object) -> str:
    """A line of text, at the height of its feet."""
    written = {"x": x, "y": y, "font_size": size, "fill": "currentColor", **attributes}
    return element("text", _text(said), **written)


def line(x1: float, y1: float, x2: float, y2: float, **attributes: object) -> str:
    written = {"x1": x1, "y1": y1, "x2": x2, "y2": y2, "stroke": "currentColor", **attributes}
    return element("line", **written)


def hint(content: str, said: str) -> str:
    """Elements that say more when they are pointed at."""
    return element("g", f"<title>{_text(said)}</title>{content}")


def width_of(said: str, size: float = 13, mono: bool = False) -> float:
    """About how wide a text is; without a font at hand, rather too wide than too narrow."""
    wide = sum(1.0 if ord(letter) < 0x1100 else 1.7 for letter in said)
    return wide * size * (0.605 if mono else 0.585)


def shortened(said: str, letters: int) -> str:
    """At most so many letters."""
    return said if len(said) <= letters else said[: letters - 1] + "…"


def curve(start: Point, first: Point, second: Point, end: Point, **attributes: object) -> str:
    """A line that leaves towards the first point and comes from the second."""
    places = [f"{_number(x)},{_number(y)}" for x, y in (start, first, second, end)]
    return element(
        "path", d=f"M{places[0]}C{' '.join(places[1:])}", **{"fill": "none", "stroke": "currentColor", **attributes}
    )


def _quoted(value: object) -> str:
    return quoteattr(_NO_XML.sub("\ufffd", _number(value) if isinstance(value, (int, float)) else str(value)))


def _text(said: str) -> str:
    return escape(_NO_XML.sub("\ufffd", said))


def _number(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")
