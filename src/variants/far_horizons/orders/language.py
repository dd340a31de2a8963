"""The order language of Far Horizons.

Parses a text into orders by section and line, with suggestions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property, lru_cache, partial
from typing import Any

from attrs import evolve, field, frozen

from horizons_core.gc_pause import gc_paused
from horizons_core.orders import (
    MAX_REMARKS,
    MAX_TEXT_LENGTH,
    Command,
    Diagnostic,
    Envelope,
    Order,
    OrderLanguage,
    OrderSelector,
    OrderSet,
    OrderStyle,
    Severity,
    commands_for,
)
from horizons_core.orders import Line as CoreLine
from horizons_core.orders import first_word as opening_word
from variants.far_horizons.model.names import WordCursor
from variants.far_horizons.model.orders import (
    Orders,
    ReadSection,
    SectionKind,
    SourceLine,
    Unread,
)
from variants.far_horizons.orders.arguments import read_order
from variants.far_horizons.orders.inserting import arrange_orders, insert_order
from variants.far_horizons.orders.sections import (
    ENVELOPE,
    SECTIONS_OF,
    DividedText,
    OrderLine,
    OrderSection,
    cut_off,
    divide_text,
    lines_of,
    sections_of,
)
from variants.far_horizons.orders.template import template_of

#: Words known to the reader that no section accepts, with advice for each.
ACCEPTED_NOWHERE = {
    "SUR": ("SURRENDER", "it is an order of older rules: surrender is not possible"),
    "TEC": ("TECH", "it is an order of older rules: RESEARCH raises a technology, TEACH gives it"),
    "STA": ("START", "an END is missing before it"),
    "ZZZ": ("ZZZ", "there is no MESSAGE to end"),
}


def instead_of(word: str, section: str, commands: Mapping[str, Command]) -> str:
    """Return a hint for a word that is not a command in this section."""
    written = word.upper()
    keywords = tuple(k for k in commands if section in sections_of(commands[k]))
    if len(written) < 3:
        longer = [keyword for keyword in keywords if keyword.startswith(written)]
        return f"at least three letters are needed{_example_words(longer)}"
    near = _nearest(written, tuple(commands), keywords)
    if not near:
        return f"the orders of section {section} are {', '.join(keywords)}"
    return f"did you mean '{near}'?{'' if near in keywords else f' {belongs(commands[near])}'}"


def belongs(command: Command) -> str:
    """Return the sections of a command as a hint."""
    return f"it belongs to {_joined_with_or(sections_of(command))}"


@lru_cache(maxsize=1024)
def _nearest(written: str, keywords: tuple[str, ...], preferred: tuple[str, ...]) -> str:
    """Return the keyword most like a word, in full or abbreviated like it.

    Of several similar ones, those of this section, or with the same first letter, are preferred.
    """
    forms = {form: keyword for keyword in keywords for form in (keyword, keyword[: len(written)])}
    near = [forms[form] for form in get_close_matches(written, forms, n=5, cutoff=0.6)]
    return max(near, key=lambda k: (k in preferred) + (k[0] == written[0]), default="")


def _example_words(longer: Sequence[str]) -> str:
    return f", as in {_joined_with_or(longer)}" if longer else ""


def _joined_with_or(words: Sequence[str]) -> str:
    """Join words with commas and an "or"."""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


@frozen(slots=False)
class FarHorizonsLanguage:
    """The orders of Far Horizons: six sections, three letters a command, names with spaces.

    The lines may be enclosed in an envelope, which identifies them for a host; without an envelope,
    all lines of the text count. Names in an order are resolved when it is executed.
    """

    commands: tuple[Command, ...]
    envelope: Envelope = ENVELOPE
    style: OrderStyle = field(factory=OrderStyle)

    @cached_property
    def by_keyword(self) -> dict[str, Command]:
        return {command.keyword: command for command in self.commands}

    @cached_property
    def by_letters(self) -> dict[str, Command]:
        """The commands by their first three letters, which are unique (FH-CMD-005)."""
        return {command.keyword[:3]: command for command in self.commands}

    def arranged(self, lines: Sequence[str]) -> str:
        """Return a text with each order in the first section that accepts its command."""
        return arrange_orders(self.by_letters, lines)

    def inserted(self, text: str, line: str, about: str) -> tuple[str, int]:
        """Return a text with another order inserted, and the number of the order's line."""
        return insert_order(self.envelope, self.by_letters, text, line, about)

    def read(self, text: str, *, game: str = "", empire: str | Sequence[str] = "") -> OrderSet:
        """Read a text for this empire; see `horizons_core.orders.Language`."""
        names = (empire,) if isinstance(empire, str) else tuple(empire)
        result = self._read(text, game, names, emphasis=True)
        if "*" in text or "_" in text:
            result.earlier = partial(self._read, text, game, names, emphasis=False)
        return result

    @gc_paused()
    def _read(self, text: str, game: str, names: Sequence[str], *, emphasis: bool) -> OrderSet:
        """Read a text; rules before 1.1.0 take marks of bold type for words (no `emphasis`)."""
        result = OrderSet()
        orders = Orders()
        result.orders = orders
        if len(text) > MAX_TEXT_LENGTH:
            message = f"the text has {len(text):,} characters; nothing of it was read"
            hint = f"send at most {MAX_TEXT_LENGTH:,}"
            result.diagnostics.append(Diagnostic("error", "text-too-long", message, hint=hint))
            result.void = True
            return result
        lines = self._opened(lines_of(text, emphasis=emphasis), text, result, game, names)
        sections = self.divided(lines)
        read = [self._section(section, result) for section in sections.sections]
        orders.sections = {section.name: section for section in read}
        entries = (entry for section in read for entry in section.entries)
        orders += sorted((e for e in entries if isinstance(e, Order)), key=lambda order: order.line)
        for remark in [*sections.remarks, *cut_off(lines), *self._outside(sections)]:
            _remark(result, remark)
        result.diagnostics.sort(key=lambda remark: (remark.line, remark.column))
        return result

    def _opened(
        self, lines: list[SourceLine], text: str, result: OrderSet, game: str, names: Sequence[str]
    ) -> list[SourceLine]:
        """Return the lines to read: those in the envelope or, without an envelope, all lines."""
        bare = self.envelope.is_absent(text)
        within = not bare and any(self.envelope.opens(line.plain) for line in lines)
        searched = lines if within else lines[: _first_start(lines)]
        core = [
            CoreLine(line.number, line.plain.rstrip(), line.shift, line.raw, line.places)
            for line in searched
        ]
        opened = OrderSelector(self.envelope, self.style, game, names).select(core)
        result.header, result.void = opened.header, opened.void
        result.diagnostics += opened.remarks
        if opened.void:
            return []
        if within:
            return [lines[line.number - 1] for line in opened.lines]
        return lines if bare else [ln for ln in lines if not self.envelope.closes(ln.plain)]

    def _section(self, section: OrderSection, result: OrderSet) -> ReadSection:
        entries = [self._entry(line, section, result) for line in section.lines]
        return ReadSection(section.kind.name, section.line.number, tuple(entries))

    def _entry(self, entry: OrderLine, section: OrderSection, result: OrderSet) -> Order | Unread:
        command = self.by_letters.get(entry.letters)
        kind = section.kind
        if command is None and entry.letters not in ACCEPTED_NOWHERE:
            if len(result.diagnostics) >= MAX_REMARKS:
                result.left_out += 1  # without searching for a similar command, which takes time
            else:
                result.diagnostics.append(self._unknown(entry, kind.name))
            return Unread(entry.line, "Unknown or missing command.")
        if command is None or kind.name not in sections_of(command):
            _remark(result, _misplaced(entry, kind.name, command))
            return Unread(entry.line, f"Invalid {kind.word} command.")
        if command.keyword not in SECTIONS_OF:
            return self._mod_order(entry, kind, result)
        return self._order(command, entry, kind)

    def _order(self, command: Command, entry: OrderLine, kind: SectionKind) -> Order:
        more: dict[str, Any] = {"section": kind.name}
        if entry.letters == "MES":
            more["lines"] = entry.text
        column = entry.line.column(entry.end - len(entry.word))
        order = read_order(command, self.words(entry), column, kind.phase, more)
        if entry.text:
            text = "\n".join(SourceLine(0, line).plain for line in entry.text)
            return evolve(order, written={**order.written, "lines": text})
        return order

    def divided(self, lines: Sequence[SourceLine]) -> DividedText:
        """Divide the text into sections."""
        return divide_text(lines)

    def words(self, entry: OrderLine) -> WordCursor:
        """Return the words of a line after its command word."""
        return WordCursor(entry.line, entry.end)

    @cached_property
    def of_mods(self) -> OrderLanguage:
        """The language for the commands of mods: word by word, or by their own grammar."""
        commands = tuple(c for c in self.commands if c.keyword not in SECTIONS_OF)
        return OrderLanguage("", commands, self.envelope)

    def _mod_order(self, entry: OrderLine, kind: SectionKind, result: OrderSet) -> Order | Unread:
        """Read a mod's order, with its keyword in full."""
        line = entry.line
        keyword = self.by_letters[entry.letters].keyword
        start = entry.end - len(entry.word)
        read = self.of_mods.read(keyword + line.code[entry.end :])
        if read.without_stop:
            result.without_stop[line.number] = read.without_stop[1]
        longer = start + len(entry.word) - len(keyword)
        for remark in read.diagnostics:
            place = line.column(max(remark.column + longer - 1, 0))
            _remark(result, evolve(remark, line=line.number, column=place))
        if not read.orders:
            return Unread(line, f"Invalid {kind.word} command.")
        order = read.orders[0]
        columns = {name: line.column(column + longer - 1) for name, column in order.columns.items()}
        column = line.column(start)
        return evolve(order, line=line.number, column=column, columns=columns)

    def _unknown(self, entry: OrderLine, section: str) -> Diagnostic:
        message = f"unknown order '{entry.word}'"
        hint = instead_of(entry.word, section, self.by_keyword)
        return entry.line.remark("error", "unknown-order", message, hint, entry.word)

    def _outside(self, read: DividedText) -> Iterator[Diagnostic]:
        """Report orders outside sections as errors, and each run of other lines once as a note.

        Emails may have a greeting and a signature. A text without sections or orders is an error.
        """
        run: list[OrderLine] = []
        has_orders = bool(read.sections)
        for line in read.outside:
            command = self.by_letters.get(line.letters)
            if command is not None or (run and _between(run[-1], line, read.sections)):
                has_orders = True
                yield from _note_run(run)
                run = []
            if command is None:
                run.append(line)
            else:
                yield _outside_sections(line, command)
        yield from _note_run(run) if has_orders else _no_section(run)

    def template(
        self,
        game: str,
        empire: str,
        role: str = "",
        turn: int | None = None,
        stage: str | None = None,
    ) -> str:
        """Return an empty order form: the six sections, with commands explained in comments."""
        opening = self.envelope.opening_line(game, empire, turn)
        commands = commands_for(self.commands, role, stage)
        return template_of(commands, opening, self.envelope.closing)


def _misplaced(entry: OrderLine, section: str, command: Command | None) -> Diagnostic:
    """Report a command that this section does not accept."""
    if command is not None:
        keyword, hint = command.keyword, belongs(command)
    else:
        keyword, hint = ACCEPTED_NOWHERE[entry.letters]
    message = f"{keyword} is not an order of section {section}"
    return entry.line.remark("error", "wrong-section", message, hint, entry.word)


def _outside_sections(entry: OrderLine, command: Command) -> Diagnostic:
    """Report an order outside sections; a longer word may be ordinary text instead."""
    keyword = command.keyword
    severity: Severity = "error" if keyword.startswith(entry.word.upper()) else "warning"
    message = f"{keyword} is outside all sections: it is not carried out"
    section = sections_of(command)[0]
    hint = f"write it between START {section} and END"
    return entry.line.remark(severity, "outside-sections", message, hint)


def _between(start: OrderLine, end: OrderLine, sections: Sequence[OrderSection]) -> bool:
    """Return whether a section begins between two lines."""
    first, last = start.line.number, end.line.number
    return any(first < section.line.number < last for section in sections)


def _note_run(run: Sequence[OrderLine]) -> Iterator[Diagnostic]:
    """Note lines outside sections that are not orders."""
    if run:
        subject = "this line is" if len(run) == 1 else f"{len(run)} lines from here on are"
        message = f"{subject} outside all sections: only what is between START and END is read"
        yield run[0].line.remark("note", "outside-sections", message)


def _no_section(run: Sequence[OrderLine]) -> Iterator[Diagnostic]:
    """Report lines without any order or section as an error."""
    if run:
        message = "no section begins here: nothing is carried out"
        hint = "begin with a line such as START PRODUCTION, and close with END"
        yield run[0].line.remark("error", "outside-sections", message, hint)


def _first_start(lines: Sequence[SourceLine]) -> int:
    starts = (i for i, line in enumerate(lines) if opening_word(line.code)[:3] == "sta")
    return next(starts, len(lines))


def _remark(result: OrderSet, remark: Diagnostic) -> None:
    if len(result.diagnostics) < MAX_REMARKS:
        result.diagnostics.append(remark)
    else:
        result.left_out += 1
