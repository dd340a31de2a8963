"""The text of an HTML mail, as its reader sees it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import evolve, frozen
from lxml import etree

from horizons_host.mail.line_kinds import SIGNATURE_MARK
from horizons_host.mail.quotations import Announcements, is_field

#: The rest of a longer page is not read.
MAX_PAGE_LENGTH = 2_000_000
#: Nothing is read below this depth: no mail program nests so deep, and each closing tag is searched
#: among the open ones.
_MAX_DEPTH = 250
_MAX_QUOTED = 10
_PIECE = 16_384  # bytes

_LINE_END = re.compile(r"\r\n|\r|\n")
_BLOCKS = re.compile(
    "address|article|blockquote|body|br|center|d[dlt]|div|h[1-6r]|html|li|ol|p|pre|section|table"
    "|tbody|td|textarea|th|tr|ul"
)
_PREFORMATTED = frozenset(("pre", "textarea"))
_UNSEEN = frozenset(("head", "script", "style", "template", "title"))
_VOID = frozenset(("br", "hr", "img", "input", "meta", "link", "wbr", "area", "col", "base"))

#: CSS declarations that hide an element.
_HIDING = re.compile(
    r"(?:^|[;{\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all"
    r"|max-(?:height|width)\s*:\s*0(?:px)?\s*(?:!|;)[^{}]{0,500}overflow\s*:\s*hidden"
    r"|overflow\s*:\s*hidden[^{}]{0,500}max-(?:height|width)\s*:\s*0(?:px)?\s*(?:!|;|\}|$)"
    r"|opacity\s*:\s*0(?:\.0*)?%?\s*(?:!|;|\}|$)|color\s*:\s*transparent"
    r"|(?:text-indent|left|top)\s*:\s*-\d{3,})",
    re.IGNORECASE,
)
#: Font size zero, and any other; nested elements may have another size.
_SIZELESS = re.compile(
    r"(?:^|[;{\s])font-size\s*:\s*0(?:\.0*)?(?:px|pt|em|rem|%)?\s*(?:!|;|\}|$)", re.IGNORECASE
)
_SIZED = re.compile(r"(?:^|[;\s])font-size\s*:\s*(?:\d|\.|[a-z])", re.IGNORECASE)
_BRACE = re.compile(r"([{}])")
_SELECTOR = re.compile(r"[a-z][a-z0-9]*|(?:[a-z][a-z0-9]*)?[.#][\w-]+", re.IGNORECASE)
_MAX_STYLES_LENGTH = 100_000
#: Limits on an element's names and notes; the rest is not read.
_MAX_NAMES_LENGTH, _MAX_NAME_LENGTH, _MAX_NOTES = 1000, 60, 10

#: Names of elements that hold a quotation, or its announcement.
_QUOTING = re.compile(
    r".*quot(?:e|ed|ation)(?![a-z]).*|is(?:reply|forward)content|(?:reply|forward)-intro|(?:x_)*qt"
    r"|.*quotedtext.*|.*moz-(?:forward-container|cite-prefix).*|.*reference-message(?:-container)?.*"
    r"|(?:x_)*(?:olk_src_body_section|gmail_attr|zmail_extra.*)|__headers__|__quoted_text__"
)
#: Elements with an announcement, a `blockquote`, and possibly the sender's words after it.
_AROUND_QUOTES = re.compile(
    r"(?:x_)*(?:gmail_quote(?:_container)?|gmail_extra|protonmail_quote|tutanota_quote"
    r"|message(?:reply|forward)section)"
)
#: Elements after which everything is quoted.
_BELOW = re.compile(r"(?:x_)*(?:divrplyfwdmsg|appendonsend|stopspelling)")
#: Names of elements with a signature, in full or abbreviated.
_SIGNATURE = re.compile(
    r".*signature.*|(?:.*[_-])?(?:mm|canary|auto|mail|mso)*(?:sig|sgn|sign)(?:[_-].*|\d*)"
)
#: The name of an element right before a signature.
_ABOVE_SIGNATURE = "linebreakatbeginningofsignature"
_LINE_ABOVE = re.compile(r"border-top\s*:(?!\s*(?:none|0))|border-style\s*:\s*solid none none")
#: Number of bold labels that mark a block of fields.
_MIN_BOLD = 3
_BOLD_TAGS = frozenset(("b", "strong", "h1", "h2", "h3", "h4", "th"))
_BOLD = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)")


def html_as_text(page: str) -> str:
    """Return the visible lines of a page; of a page too deep those before that depth.

    Quoted lines begin with `> `, those of a signature with `SIGNATURE_MARK`. Never raises. Time and
    memory grow linearly with the page's size.
    """
    reader = _PageReader()
    parser = etree.HTMLParser(target=reader, recover=True, huge_tree=True, encoding="utf-8")
    try:
        # without characters that libxml2 would take for the end of the text, or for a lone
        # surrogate
        data = page[:MAX_PAGE_LENGTH].replace("\0", "").encode(errors="replace")
        for start in range(0, len(data), _PIECE):  # it stops only between two pieces
            parser.feed(data[start : start + _PIECE])
        parser.close()
    except (etree.LxmlError, _TooDeepError):
        pass
    return reader.text()


class _TooDeepError(Exception):
    """More open elements than any mail program writes."""


@frozen
class _OpenElement:
    """Properties of an open element's content, and whether it is in text of size zero."""

    tag: str
    hidden: bool = False
    in_sizeless: bool = False
    quotes: bool = False
    signs: bool = False
    around: bool = False
    bold: bool = False


class _PageReader:
    """Collects the visible text of a page, a line for each block."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._open: list[_OpenElement] = []
        self._hidden = 0  # number of open elements that are hidden
        self._sizeless = False
        self._preformatted = 0  # number of open elements that are preformatted
        self._quotes = 0
        self._signatures = 0
        self._announcing = 0  # number of open elements that wait for their quotation
        self._below = False
        self._bold = 0  # number of open elements in bold type
        self._line = 0
        self._bold_lines: set[int] = set()
        self._ruled_lines: set[int] = set()
        self._is_below_rule = False
        self._is_above_signature = False
        self._styles: list[str] | None = None
        self._style_length = 0
        self._hiding: set[str] = set()

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if len(self._open) >= _MAX_DEPTH:
            raise _TooDeepError
        names = _names_of(attributes)
        style = attributes.get("style", "")[:5000]
        self._below = self._below or any(map(_BELOW.fullmatch, names))
        self._is_below_rule = (
            self._is_below_rule or tag == "hr" or _LINE_ABOVE.search(style) is not None
        )
        if _BLOCKS.fullmatch(tag):
            self._break(at_least_one=tag == "br")
        cites = tag == "blockquote" and not _is_indented(attributes)
        if cites and self._announcing:
            self._end_announcements()
        around = tag != "blockquote" and any(map(_AROUND_QUOTES.fullmatch, names))
        opened = _OpenElement(
            tag,
            in_sizeless=self._sizeless,
            hidden=tag in _UNSEEN or self._is_hidden(tag, names, attributes),
            quotes=cites or (not around and any(map(_QUOTING.fullmatch, names))),
            signs=tag != "blockquote" and self._is_signature(tag, names),
            around=around,
            bold=tag in _BOLD_TAGS or _BOLD.search(style) is not None,
        )
        if tag == "style":
            self._styles = []
        if tag not in _VOID:
            self._open.append(opened)
            self._count(opened, 1)
            if _SIZED.search(style):
                self._sizeless = _SIZELESS.search(style) is not None

    def _is_signature(self, tag: str, names: set[str]) -> bool:
        """Return whether an element holds a signature."""
        if _ABOVE_SIGNATURE in names:
            self._is_above_signature = True
            return False
        follows = self._is_above_signature and tag in {"div", "p", "span", "table"}
        self._is_above_signature = self._is_above_signature and not follows
        return follows or tag == "signature" or any(map(_SIGNATURE.fullmatch, names))

    def end(self, tag: str) -> None:
        if tag == "style":
            self._read_styles()
        if tag not in _VOID and self._open:
            opened = self._open.pop()
            self._count(opened, -1)
            self._sizeless = opened.in_sizeless
        if _BLOCKS.fullmatch(tag) and tag not in {"br", "hr"}:
            self._break()

    def _count(self, opened: _OpenElement, change: int) -> None:
        self._hidden += opened.hidden * change
        self._preformatted += (opened.tag in _PREFORMATTED) * change
        self._quotes += opened.quotes * change
        self._signatures += opened.signs * change
        self._announcing += opened.around * change
        self._bold += opened.bold * change

    def _end_announcements(self) -> None:
        """Begin the quotation that open elements announced: the sender may write after it."""
        self._announcing = 0
        self._open = [evolve(e, around=False) if e.around else e for e in self._open]

    def _is_hidden(self, tag: str, names: set[str], attributes: Mapping[str, str]) -> bool:
        style = attributes.get("style", "")
        if "hidden" in attributes or (style and _HIDING.search(style[:5000])):
            return True
        return bool(self._hiding) and not self._hiding.isdisjoint(
            {tag, *(f"{mark}{name}" for name in names for mark in ".#")}
        )

    def _read_styles(self) -> None:
        """Note the classes, names and tags that the style sheet hides."""
        parts = _BRACE.split("".join(self._styles or []))
        self._styles = None
        depth, selectors = 0, ""
        for part, brace in zip(parts[::2], [*parts[1::2], ""], strict=True):
            if brace == "{":
                depth, selectors = depth + 1, part
            elif brace == "}":
                hides = _HIDING.search(part[:5000]) or _SIZELESS.search(part[:5000])
                if depth == 1 and hides:  # nested rules are for some screens only
                    self._hide(selectors[:1000])
                depth = max(depth - 1, 0)

    def _hide(self, selectors: str) -> None:
        for selector in selectors.casefold().split(","):
            if _SELECTOR.fullmatch(selector.strip()):
                self._hiding.add(re.sub(r"^[a-z0-9]+(?=[.#])", "", selector.strip()))

    def data(self, data: str) -> None:
        if self._styles is not None and self._style_length < _MAX_STYLES_LENGTH:
            self._styles.append(data)
            self._style_length += len(data)
        if self._hidden or self._sizeless:
            return
        data = data.replace("\u00a0", " ").replace("\u200b", "")
        if self._preformatted:
            for number, line in enumerate(_LINE_END.split(data)):
                if number:
                    self._break(at_least_one=True)
                self._write(line)
        else:
            self._write(re.sub(r"\s+", " ", data))

    def close(self) -> None:
        """Do nothing: required by the parser."""

    def _write(self, text: str) -> None:
        at_start = not self._pieces or self._pieces[-1].endswith("\n")
        if at_start and not self._preformatted:
            text = text.lstrip()
        if at_start and text.strip():
            self._note_marks()
        if text and at_start:
            text = f"{self._quote_prefix()}{text}"
        if text:
            self._pieces.append(text)

    def _note_marks(self) -> None:
        """Note whether the line that begins here is bold or below a rule."""
        if self._bold:
            self._bold_lines.add(self._line)
        if self._is_below_rule:
            self._ruled_lines.add(self._line)
        self._is_below_rule = False

    def _quote_prefix(self) -> str:
        """Return the prefix of a line, by whose words it contains."""
        depth = self._quotes + bool(self._announcing) + self._below
        if depth:
            return "> " * min(depth, _MAX_QUOTED)
        return SIGNATURE_MARK if self._signatures else ""

    def _break(self, *, at_least_one: bool = False) -> None:
        if at_least_one or (self._pieces and not self._pieces[-1].endswith("\n")):
            self._pieces.append("\n")
            self._line += 1

    def text(self) -> str:
        """Return the lines, quoted from the first marked block of fields on.

        If the email below the fields is marked itself, own lines may be between its lines.
        """
        lines = "".join(self._pieces).rstrip("\n").split("\n")
        announcements = Announcements(lines, "", certain=True)
        for at in sorted(self._bold_lines | self._ruled_lines):
            if at >= len(lines) or lines[at].startswith((">", SIGNATURE_MARK)):
                continue
            is_ruled = at in self._ruled_lines
            if at - 1 in self._bold_lines and is_field(lines[at - 1]) and not is_ruled:
                continue  # not the first of its list
            fields = announcements.marked_fields(at, announced=is_ruled)
            bold = self._bold_lines.intersection(fields)
            if fields and (is_ruled or len(bold) >= _MIN_BOLD):
                below = announcements.next_line(fields[-1] + 1)
                is_marked = below < len(lines) and lines[below].startswith(">")
                end = below if is_marked else len(lines)
                quoted = (line.removeprefix(SIGNATURE_MARK) for line in lines[at:end])
                lines[at:end] = [f"> {line}" if line else "" for line in quoted]
                break
        return "\n".join(lines)


def _names_of(attributes: Mapping[str, str]) -> set[str]:
    """Return the classes, ids and data attributes of an element, in lower case."""
    named = [attributes.get(key, "")[:_MAX_NAMES_LENGTH] for key in ("class", "id", "name")]
    notes = [(key, value) for key, value in attributes.items() if key.startswith("data-")]
    named += [f"{key} {value[:_MAX_NAME_LENGTH]}" for key, value in notes[:_MAX_NOTES]]
    return {name[:_MAX_NAME_LENGTH] for name in " ".join(named).casefold().split()}


def _is_indented(attributes: Mapping[str, str]) -> bool:
    """Return whether a `blockquote` is a mere indentation, made by a button of a mail program."""
    style = re.sub(r"\s", "", attributes.get("style", "")[:500])
    return "border:none" in style and not attributes.get("class") and not attributes.get("type")
