"""The envelope, the lines and the sections of an order text, with their beginnings and ends."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property

from attrs import define, field, frozen

from horizons_core.errors import did_you_mean
from horizons_core.orders import Command, Diagnostic, Envelope, plain_characters, strip_invisible
from variants.far_horizons.model.orders import (
    SECTION_OF,
    SECTIONS,
    SEPARATORS,
    SectionKind,
    SourceLine,
)

_NAMES = "|".join(kind.name for kind in SECTIONS)

#: Sections distinguish orders from other text: the lines are optional (FH-ORDER-004).
ENVELOPE = Envelope("#FARHORIZONS", "#END", bare=rf"START\s+({_NAMES})\s*(;.*)?")


#: Longer lines are cut to this length.
MAX_LINE_LENGTH = 255

_LINE_END = re.compile(r"\r\n|\r|\n")
_QUOTING = re.compile(r"(?:>[ \t]?)+")
_FIRST_ORDERS = re.compile(
    r"(?:^|[\r\n])((?:>[ \t]?)*)[ \t]*[*_]{0,3}(?:STA\S*[ \t]+(?:COM|PRE|JUM|PRO|POS|STR)|#[A-Z])",
    re.IGNORECASE,
)
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
_FIRST_WORD = re.compile(f"[{SEPARATORS}]*([^{SEPARATORS}]*)")

_COMBAT = ("COMBAT", "STRIKES")
_BEFORE = ("PRE-DEPARTURE",)
_JUMPS = ("JUMPS",)
_MAKING = ("PRODUCTION",)
_AFTER = ("POST-ARRIVAL",)
_AROUND = (*_BEFORE, *_AFTER)
_DIPLOMACY = (*_BEFORE, *_MAKING, *_AFTER)

_BY_LETTERS = {kind.name[:3]: kind for kind in SECTIONS}


def lines_of(text: str, *, emphasis: bool = True) -> list[SourceLine]:
    """Split a text into the lines to read; those of a mail header are blank.

    Carriage returns also end lines. If the orders are quoted (by `>` before the first START or
    opening line), quote marks are removed everywhere. With `emphasis`, marks of bold type are
    removed as well. Half a character (a lone surrogate, from badly decoded mail) becomes U+FFFD:
    reports could not contain it.
    """
    text = _HALF_CHARACTER.sub("\ufffd", text.removeprefix("\ufeff"))
    match = _FIRST_ORDERS.search(plain_characters(strip_invisible(text)[0]))
    quoted = bool(match[1]) if match else text.lstrip().startswith(">")
    written = enumerate(_LINE_END.split(text), start=1)
    lines = [_line(number, line, quoted, emphasis) for number, line in written]
    end = _end_of_header(lines)
    return [*(SourceLine(line.number, "") for line in lines[:end]), *lines[end:]]


def _line(number: int, written: str, quoted: bool, emphasis: bool) -> SourceLine:  # noqa: FBT001
    quoting = _QUOTING.match(written) if quoted else None
    shift = quoting.end() if quoting else 0
    text = written[shift:]
    return SourceLine(number, text[:MAX_LINE_LENGTH], shift, len(text) > MAX_LINE_LENGTH, emphasis)


def _end_of_header(lines: Sequence[SourceLine]) -> int:
    """Return the number of lines of an email's header: from `From ` to a blank line."""
    first = next((i for i, line in enumerate(lines) if line.raw.strip()), len(lines))
    if first == len(lines) or not lines[first].raw.startswith("From "):
        return 0
    blank = (i for i in range(first, len(lines)) if not lines[i].raw.strip())
    return next(blank, 0)


def first_word(code: str) -> tuple[str, int]:
    """Return the first word of a line without its comment, and its end."""
    match = _FIRST_WORD.match(code)
    return (match[1], match.end()) if match else ("", 0)


def cut_off(lines: Sequence[SourceLine]) -> Iterator[Diagnostic]:
    """Yield a warning for each order line that was cut."""
    for line in lines:
        if line.cut and ";" not in line.plain and line.plain.strip():
            message = f"only the first {MAX_LINE_LENGTH} characters of this line were read"
            yield line.remark("warning", "line-truncated", message, words=line.raw.strip()[:20])


#: The sections that accept each command (FH-ORDER-008, FH-ORDER-009, FH-ORDER-010, FH-ORDER-011,
#: FH-ORDER-012, FH-ORDER-013, FH-ORDER-014); among them the four kinds of movement (FH-MOVE-002).
SECTIONS_OF: dict[str, tuple[str, ...]] = {
    "ALLY": _DIPLOMACY,
    "AMBUSH": _MAKING,
    "ATTACK": _COMBAT,
    "AUTO": _AFTER,
    "BASE": _BEFORE,
    "BATTLE": _COMBAT,
    "BUILD": _MAKING,
    "CONTINUE": _MAKING,
    "DEEP": _AROUND,
    "DESTROY": _AROUND,
    "DEVELOP": _MAKING,
    "DISBAND": _BEFORE,
    "ENEMY": _DIPLOMACY,
    "ENGAGE": _COMBAT,
    "ESTIMATE": _MAKING,
    "HAVEN": _COMBAT,
    "HIDE": ("PRODUCTION", "COMBAT", "STRIKES"),
    "HIJACK": _COMBAT,
    "IBUILD": _MAKING,
    "ICONTINUE": _MAKING,
    "INSTALL": _BEFORE,
    "INTERCEPT": _MAKING,
    "JUMP": _JUMPS,
    "LAND": _AROUND,
    "MESSAGE": _AROUND,
    "MOVE": _JUMPS,
    "NAME": _AROUND,
    "NEUTRAL": _DIPLOMACY,
    "ORBIT": _AROUND,
    "PJUMP": _JUMPS,
    "PRODUCTION": _MAKING,
    "RECYCLE": _MAKING,
    "REPAIR": _AROUND,
    "RESEARCH": _MAKING,
    "SCAN": _AROUND,
    "SEND": _AROUND,
    "SHIPYARD": _MAKING,
    "SUMMARY": _COMBAT,
    "TARGET": _COMBAT,
    "TEACH": _AFTER,
    "TELESCOPE": _AFTER,
    "TERRAFORM": _AFTER,
    "TRANSFER": _AROUND,
    "UNLOAD": _BEFORE,
    "UPGRADE": _MAKING,
    "VISITED": _JUMPS,
    "WITHDRAW": _COMBAT,
    "WORMHOLE": _JUMPS,
}


def sections_of(command: Command) -> tuple[str, ...]:
    """Return the sections that accept a command.

    A mod's command belongs to the sections of its phase or, if there are none, to all.
    """
    sections = SECTIONS_OF.get(command.keyword)
    if sections is None:
        of_phase = tuple(kind.name for kind in SECTIONS if kind.phase == command.phase)
        sections = of_phase or tuple(SECTION_OF)
    return sections


@frozen
class OrderLine:
    """A line of a section with its command word's three letters; `text` is a message's."""

    line: SourceLine
    letters: str
    word: str
    end: int
    text: tuple[str, ...] = ()


@define
class OrderSection:
    """A section as written: its START line, and its lines that are not blank."""

    kind: SectionKind
    line: SourceLine
    lines: list[OrderLine] = field(factory=list)


@define
class DividedText:
    """A text divided into its sections, in the order of the text, with remarks on its form."""

    sections: list[OrderSection] = field(factory=list)
    remarks: list[Diagnostic] = field(factory=list)
    outside: list[OrderLine] = field(factory=list)


class SectionReader:
    """Iterates over the lines with words; a MESSAGE takes the lines up to ZZZ unchanged.

    If messages exist only inside sections, the caller must set `inside`: an email may begin with
    "Message to the gamemaster". Outside, such a line counts only if its ZZZ comes before the next
    START.
    """

    def __init__(self, lines: Sequence[SourceLine]) -> None:
        self._lines = lines
        self.inside = True
        self.remarks: list[Diagnostic] = []
        #: the lines that ended messages
        self.closed: list[SourceLine] = []

    @cached_property
    def _closing(self) -> list[int]:
        """Lines that close messages; computed only for texts with messages."""
        return [i for i, line in enumerate(self._lines) if closes_message(line.plain)]

    @cached_property
    def _starts(self) -> list[int]:
        """Lines where sections begin."""
        return [i for i, line in enumerate(self._lines) if _begins_section(line)]

    def __iter__(self) -> Iterator[OrderLine]:
        index = 0
        while index < len(self._lines):
            line = self._lines[index]
            index += 1
            word, end = first_word(line.code)
            if not word:
                continue
            letters = command_letters_of(word)
            if letters == "MES" and self._is_message(index):
                close = self._next(self._closing, index)
                text = tuple(message_line.raw for message_line in self._lines[index:close])
                self._warn_of_open_message(line, close)
                if close < len(self._lines):
                    self.closed.append(self._lines[close])
                index = close + 1
                yield OrderLine(line, letters, word, end, text)
            else:
                yield OrderLine(line, letters, word, end)

    def _is_message(self, index: int) -> bool:
        close = self._next(self._closing, index)
        return self.inside or close < self._next(self._starts, index)

    def _next(self, places: Sequence[int], index: int) -> int:
        """Return the first of the positions from `index` on, or the end of the text."""
        at = bisect_left(places, index)
        return places[at] if at < len(places) else len(self._lines)

    def _warn_of_open_message(self, line: SourceLine, close: int) -> None:
        if close == len(self._lines):
            message = "the message is not closed: it goes to the end of the orders"
            hint = "close it with a line ZZZ"
            self.remarks.append(line.remark("warning", "no-zzz", message, hint))


def command_letters_of(word: str) -> str:
    """Return the three letters that identify a command word; empty if too short (FH-ORDER-017)."""
    return word[:3].upper() if len(word) >= 3 else ""


def closes_message(text: str) -> bool:
    """Return whether a line ends a message: it begins with ZZZ (FH-MSG-002)."""
    return text.lstrip(SEPARATORS)[:3].upper() == "ZZZ"


def _begins_section(line: SourceLine) -> bool:
    if line.plain.lstrip(SEPARATORS)[:3].upper() != "STA":
        return False
    _, end = first_word(line.code)
    return _named(line, end) is not None


def _named(line: SourceLine, end: int) -> SectionKind | None:
    """Return the section named after a START line's first word, by three letters."""
    word, _ = first_word(line.code[end:])
    return _BY_LETTERS.get(word[:3].upper())


def kind_of(entry: OrderLine) -> SectionKind | None:
    """Return the section that a START line names."""
    return _named(entry.line, entry.end)


def divide_text(lines: Sequence[SourceLine]) -> DividedText:
    """Divide a text into sections by the rulebook's rules.

    START closes an open section, as does the end of the text, both with a warning. The first
    section of a name counts; later ones are errors. Words after END are not read.
    """
    reader = SectionReader(lines)
    result = DividedText(remarks=reader.remarks)
    section: OrderSection | None = None
    target: list[OrderLine] | None = result.outside  # None: a section that does not count
    reader.inside = False
    for entry in reader:
        if entry.letters == "STA":  # FH-CMD-014
            warn_of_missing_end(section, result)
            section, target = _begin(entry, result)
        elif entry.letters == "END":  # FH-CMD-015
            section, target = None, result.outside
            _warn_of_words(entry, entry.end, result, of_section="STA")
        elif target is not None:
            target.append(entry)
        reader.inside = target is not result.outside
    for closing in reader.closed:
        _warn_of_words_after_zzz(closing, result)
    warn_of_missing_end(section, result)
    return result


def _begin(
    entry: OrderLine, result: DividedText
) -> tuple[OrderSection | None, list[OrderLine] | None]:
    """Begin the section of a START line; None if it does not count."""
    kind = kind_of(entry)
    if kind is None:  # FH-ORDER-004
        result.remarks.append(unknown_section(entry))
        return None, None
    if any(section.kind is kind for section in result.sections):  # FH-ORDER-005
        result.remarks.append(second_section(entry, kind))
        return None, None
    _, end = first_word(entry.line.code[entry.end :])
    _warn_of_words(entry, entry.end + end, result)
    section = OrderSection(kind, entry.line)
    result.sections.append(
        section
    )  # sections may come in any sequence, and may be missing (FH-ORDER-003, FH-ORDER-006)
    return section, section.lines


def _warn_of_words(entry: OrderLine, end: int, result: DividedText, of_section: str = "") -> None:
    """Report orders after START and its section; after END only a START is an error."""
    words = entry.line.code[end:].strip(f".{SEPARATORS}")
    if words and words[:3].upper().startswith(of_section):
        message = f"unexpected words after {entry.word.upper()}: they are ignored"
        hint = f"write '{words}' on a line of its own"
        result.remarks.append(entry.line.remark("error", "too-many-words", message, hint, words))


def _warn_of_words_after_zzz(line: SourceLine, result: DividedText) -> None:
    """Report words after the ZZZ that ends a message as an error: they don't belong to it."""
    words = line.code.lstrip(SEPARATORS)[3:].strip(f".{SEPARATORS}")
    if words:
        message = "unexpected words after ZZZ: they are ignored"
        hint = "end the message with a line ZZZ, and write orders on lines of their own"
        result.remarks.append(line.remark("error", "too-many-words", message, hint, words))


def unknown_section(entry: OrderLine) -> Diagnostic:
    """Return the remark on a START that names no section."""
    written = entry.line.code[entry.end :].strip(SEPARATORS)
    if written:
        message = f"unknown section '{written}': it is skipped up to its END"
    else:
        message = "START names no section: the lines up to END are skipped"
    hint = did_you_mean(written.upper(), SECTION_OF)
    return entry.line.remark("error", "unknown-section", message, hint)


def second_section(entry: OrderLine, kind: SectionKind) -> Diagnostic:
    """Return the remark on a section that begins a second time."""
    message = f"a second section {kind.name}: its orders are not carried out"
    hint = "write all orders of a section between one START and its END"
    return entry.line.remark("error", "second-section", message, hint)


def warn_of_missing_end(section: OrderSection | None, result: DividedText) -> None:
    """Report that a section, if one is open, has no END."""
    if section is not None:  # FH-ORDER-004
        message = f"section {section.kind.name} is not closed"
        hint = "close it with a line END"
        result.remarks.append(section.line.remark("warning", "unclosed-section", message, hint))
