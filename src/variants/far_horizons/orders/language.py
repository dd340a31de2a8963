"""The order language of Far Horizons: a text becomes orders, in their sections and lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from typing import Any

from attrs import evolve, field, frozen

from horizons_core.gc_pause import gc_paused
from horizons_core.orders import (
    LONGEST_TEXT,
    MOST_REMARKS,
    Command,
    Diagnostic,
    Envelope,
    Opened,
    Opener,
    Order,
    OrderLanguage,
    OrderSet,
    OrderStyle,
    Severity,
)
from horizons_core.orders import Line as CoreLine
from horizons_core.orders import first_word as opening_word
from variants.far_horizons.model.sections import SECTIONS, SectionKind
from variants.far_horizons.model.words import Words
from variants.far_horizons.model.written import (
    Line,
    Orders,
    ReadSection,
    Unread,
)
from variants.far_horizons.orders.advice import ACCEPTED_NOWHERE, belongs, instead_of
from variants.far_horizons.orders.arguments import read_order
from variants.far_horizons.orders.envelope import ENVELOPE
from variants.far_horizons.orders.inserting import inserted, letters
from variants.far_horizons.orders.lines import cut_off, lines_of
from variants.far_horizons.orders.sections import (
    SECTIONS_OF,
    Divided,
    Given,
    Section,
    divided,
    sections_of,
)
from variants.far_horizons.orders.template import template_of


@frozen(slots=False)
class FarHorizonsLanguage:
    """The orders of Far Horizons: six sections, three letters a command, names with spaces.

    The lines may stand in an envelope, by which a host knows whose they are; without one, all
    lines of the text count. What the names in an order stand for is found when it is carried out.
    """

    commands: tuple[Command, ...]
    envelope: Envelope = ENVELOPE
    style: OrderStyle = field(factory=OrderStyle)

    @cached_property
    def by_keyword(self) -> dict[str, Command]:
        return {command.keyword: command for command in self.commands}

    @cached_property
    def by_letters(self) -> dict[str, Command]:
        """The commands by their first three letters, in which all differ (FH-CMD-005)."""
        return {command.keyword[:3]: command for command in self.commands}

    def arranged(self, lines: Sequence[str]) -> str:
        """A text with each line in the first section that accepts its command."""
        told: dict[str, list[str]] = {}
        for line in lines:
            command = self.by_letters.get(opening_word(line).upper()[:3])
            if command is not None:
                told.setdefault(sections_of(command)[0], []).append(line)
        return "".join(
            f"START {kind.name}\n" + "".join(f"  {line}\n" for line in told[kind.name]) + "END\n"
            for kind in SECTIONS
            if kind.name in told
        )

    def inserted(self, text: str, line: str, about: str) -> tuple[str, int]:
        """A text with one more order, where it belongs, and the number of the order's line."""
        command = self.by_letters.get(letters(line))
        return inserted(self.envelope, command, text, line, about)

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
        if len(text) > LONGEST_TEXT:
            message = f"the text has {len(text):,} characters; nothing of it was read"
            hint = f"send at most {LONGEST_TEXT:,}"
            result.diagnostics.append(Diagnostic("error", "text-too-long", message, hint=hint))
            result.void = True
            return result
        lines = self._opened(lines_of(text, emphasis=emphasis), text, result, game, names)
        sections = self.divided(lines)
        read = [self._section(section, result) for section in sections.sections]
        orders.sections = {section.name: section for section in read}
        found = (entry for section in read for entry in section.entries)
        orders += sorted((e for e in found if isinstance(e, Order)), key=lambda order: order.line)
        for remark in [*sections.remarks, *cut_off(lines), *self._outside(sections)]:
            _remark(result, remark)
        result.diagnostics.sort(key=lambda remark: (remark.line, remark.column))
        return result

    def _opened(
        self, lines: list[Line], text: str, result: OrderSet, game: str, names: Sequence[str]
    ) -> list[Line]:
        """The lines of the set that is read: those in the envelope, or all without one."""
        bare = self.envelope.is_absent(text)
        within = not bare and any(self.envelope.opens(line.plain) for line in lines)
        looked_at = lines if within else lines[: _first_start(lines)]
        core = [
            CoreLine(line.number, line.plain.rstrip(), line.shift, line.raw, line.places)
            for line in looked_at
        ]
        opened: Opened = Opener(self.envelope, self.style, game, names).open(core)
        result.header, result.void = opened.header, opened.void
        result.diagnostics += opened.remarks
        if opened.void:
            return []
        if within:
            return [lines[line.number - 1] for line in opened.lines]
        return lines if bare else [ln for ln in lines if not self.envelope.closes(ln.plain)]

    def _section(self, section: Section, result: OrderSet) -> ReadSection:
        entries = [self._entry(given, section, result) for given in section.given]
        return ReadSection(section.kind.name, section.line.number, tuple(entries))

    def _entry(self, given: Given, section: Section, result: OrderSet) -> Order | Unread:
        command = self.by_letters.get(given.letters)
        kind = section.kind
        if command is None and given.letters not in ACCEPTED_NOWHERE:
            if len(result.diagnostics) >= MOST_REMARKS:
                result.left_out += 1  # without looking for a near miss, which takes time
            else:
                result.diagnostics.append(self._unknown(given, kind.name))
            return Unread(given.line, "Unknown or missing command.")
        if command is None or kind.name not in sections_of(command):
            _remark(result, _misplaced(given, kind.name, command))
            return Unread(given.line, f"Invalid {kind.word} command.")
        if command.keyword not in SECTIONS_OF:
            return self._order_of_mod(given, kind, result)
        return self._order(command, given, kind)

    def _order(self, command: Command, given: Given, kind: SectionKind) -> Order:
        more: dict[str, Any] = {"section": kind.name}
        if given.letters == "MES":
            more["lines"] = given.text
        column = given.line.column(given.end - len(given.word))
        return read_order(command, self.words(given), column, kind.phase, more)

    def divided(self, lines: Sequence[Line]) -> Divided:
        """The text's sections."""
        return divided(lines)

    def words(self, given: Given) -> Words:
        """The words of a line behind its command word."""
        return Words(given.line, given.end)

    @cached_property
    def of_mods(self) -> OrderLanguage:
        """What reads the commands of mods: word by word, or by their own grammar."""
        commands = tuple(c for c in self.commands if c.keyword not in SECTIONS_OF)
        return OrderLanguage("", commands, self.envelope)

    def _order_of_mod(self, given: Given, kind: SectionKind, result: OrderSet) -> Order | Unread:
        """A mod's order, with its keyword written out and its arguments read."""
        line = given.line
        keyword = self.by_letters[given.letters].keyword
        start = given.end - len(given.word)
        read = self.of_mods.read(keyword + line.code[given.end :])
        if read.without_stop:
            result.without_stop[line.number] = read.without_stop[1]
        longer = start + len(given.word) - len(keyword)
        for remark in read.diagnostics:
            place = line.column(max(remark.column + longer - 1, 0))
            _remark(result, evolve(remark, line=line.number, column=place))
        if not read.orders:
            return Unread(line, f"Invalid {kind.word} command.")
        order = read.orders[0]
        columns = {name: line.column(column + longer - 1) for name, column in order.columns.items()}
        column = line.column(start)
        return evolve(order, line=line.number, column=column, columns=columns)

    def _unknown(self, given: Given, section: str) -> Diagnostic:
        message = f"unknown order '{given.word}'"
        hint = instead_of(given.word, section, self.by_keyword)
        return given.line.remark("error", "unknown-order", message, hint, given.word)

    def _outside(self, read: Divided) -> Iterator[Diagnostic]:
        """Orders outside sections are errors; a run of other lines is noted once.

        A mail may have a greeting and a signature. Without any section or order it is an error.
        """
        run: list[Given] = []
        ordered = bool(read.sections)
        for given in read.outside:
            command = self.by_letters.get(given.letters)
            if command is not None or (run and _between(run[-1], given, read.sections)):
                ordered = True
                yield from _noted(run)
                run = []
            if command is None:
                run.append(given)
            else:
                yield _homeless(given, command)
        yield from _noted(run) if ordered else _no_section(run)

    def template(self, game: str, empire: str, role: str = "", turn: int | None = None) -> str:
        """An empty order set: the six sections, with their commands explained in comments."""
        opening = self.envelope.opening_line(game, empire, turn)
        commands = [command for command in self.commands if command.given_by(role)]
        return template_of(commands, opening, self.envelope.closing)


def _misplaced(given: Given, section: str, command: Command | None) -> Diagnostic:
    """A command that this section does not accept."""
    if command is not None:
        keyword, hint = command.keyword, belongs(command)
    else:
        keyword, hint = ACCEPTED_NOWHERE[given.letters]
    message = f"{keyword} is no order of section {section}"
    return given.line.remark("error", "wrong-section", message, hint, given.word)


def _homeless(given: Given, command: Command) -> Diagnostic:
    """An order that stands in no section; a longer word may be one of a letter's, not an order."""
    keyword = command.keyword
    severity: Severity = "error" if keyword.startswith(given.word.upper()) else "warning"
    message = f"{keyword} stands in no section: it is not carried out"
    section = sections_of(command)[0]
    hint = f"write it between START {section} and END"
    return given.line.remark(severity, "outside-sections", message, hint)


def _between(one: Given, other: Given, sections: Sequence[Section]) -> bool:
    """Whether a section begins between two lines."""
    first, last = one.line.number, other.line.number
    return any(first < section.line.number < last for section in sections)


def _noted(run: Sequence[Given]) -> Iterator[Diagnostic]:
    """A note on lines that are no orders and stand in no section."""
    if run:
        what = "this line stands" if len(run) == 1 else f"{len(run)} lines from here on stand"
        message = f"{what} in no section: only what is between START and END is read"
        yield run[0].line.remark("note", "outside-sections", message)


def _no_section(run: Sequence[Given]) -> Iterator[Diagnostic]:
    """An error on lines none of which is an order or begins a section."""
    if run:
        message = "no section begins here: nothing is carried out"
        hint = "begin with a line such as START PRODUCTION, and close with END"
        yield run[0].line.remark("error", "outside-sections", message, hint)


def _first_start(lines: Sequence[Line]) -> int:
    starts = (i for i, line in enumerate(lines) if opening_word(line.code)[:3] == "sta")
    return next(starts, len(lines))


def _remark(result: OrderSet, remark: Diagnostic) -> None:
    if len(result.diagnostics) < MOST_REMARKS:
        result.diagnostics.append(remark)
    else:
        result.left_out += 1
