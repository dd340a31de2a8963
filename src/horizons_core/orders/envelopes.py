"""Envelopes, which are the lines around a set of orders."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve, frozen

from horizons_core.model.entities import folded
from horizons_core.orders.diagnostics import Diagnostic
from horizons_core.orders.lines import (
    Line,
    OrderStyle,
    first_word,
    quoted,
    unquoted,
    without_comment,
    words_in,
)

#: The word before the number of a turn in an opening line.
_TURN = "turn"


@frozen
class Envelope:
    """The lines around a set of orders: `#EVENTHORIZON game empire [password]` to `#END`.

    Attributes:
        opening: the first word of the opening line.
        closing: the closing line.
        bare: a regular expression for an unmistakable line that begins orders if the opening line
            is missing; "" for none.
    """

    opening: str
    closing: str = "#END"
    bare: str = ""

    def opening_line(self, game: str, empire: str, turn: int | None = None) -> str:
        """Return the opening line of an empire's orders, for a turn if one is given."""
        of_turn = "" if turn is None else f" {_TURN} {turn}"
        return f"{self.opening} {quoted(game or 'game')} {quoted(empire)}{of_turn}"

    def opens(self, line: str) -> bool:
        """Return whether a line is an opening line."""
        return first_word(line) == self.opening.casefold()

    def is_absent(self, text: str) -> bool:
        """Return whether a quick search rules out opening and closing lines in a text."""
        if not text.isascii():
            return False
        small = text.casefold()
        return self.opening.casefold() not in small and self.closing.casefold() not in small

    def opens_bare(self, line: str) -> bool:
        """Return whether a line begins orders without an opening line."""
        return bool(self.bare) and re.fullmatch(self.bare, line.strip(), re.IGNORECASE) is not None

    def closes(self, line: str) -> bool:
        """Return whether a line is the closing line; a full stop after it is ignored."""
        return first_word(line).rstrip(".,;:!*_") == self.closing.casefold()


@frozen
class Header:
    """The contents of an opening line.

    Attributes:
        game: the game's name.
        empire: the empire's name.
        password: the password as written, or None.
        line: the line of the text, counted from 1.
        columns: the first column of the password with its quotes, and the one after it; or (0, 0).
        turn: the turn of the orders, or None.
    """

    game: str
    empire: str
    password: str | None
    line: int
    columns: tuple[int, int] = (0, 0)
    turn: int | None = None


@frozen
class SelectedOrders:
    """The selected set of orders.

    Attributes:
        lines: the lines between opening and closing line.
        remarks: remarks on the envelope.
        header: the contents of the opening line; None if there is none.
        void: whether the whole set was discarded, as if none had been sent.
        quoted: whether it is quoted, judged by its first line that is not blank.
    """

    lines: Sequence[Line]
    remarks: Sequence[Diagnostic] = ()
    header: Header | None = None
    void: bool = False
    quoted: bool = False


@frozen
class OrderSelector:
    """Finds the set of orders of an empire in a text.

    Attributes:
        envelope: the lines around a set.
        style: the syntax of lines.
        game: the game's name; "" accepts orders for any game.
        names: the empire's names; hints use the last; "" accepts orders of any empire.
        earlier: whether to apply the rules before 1.1.0.
    """

    envelope: Envelope
    style: OrderStyle
    game: str
    names: Sequence[str]
    earlier: bool = False

    def select(self, lines: Sequence[Line]) -> SelectedOrders:
        """Return the empire's last set; without an opening line the whole text is a set."""
        starts = [i for i, line in enumerate(lines) if self.envelope.opens(line.text)]
        if not starts:
            return self._without_envelope(lines)
        faults: list[Diagnostic] = []
        header: Header | None = None
        for start in reversed(starts):
            header_or_fault = self._header(lines[start])
            if isinstance(header_or_fault, Diagnostic):
                faults.append(header_or_fault)
                continue
            header, fault = header_or_fault, self._header_fault(header_or_fault)
            if fault is None:
                remarks = [evolve(fault, severity="warning") for fault in faults]
                return self._opened(lines, start, header, remarks, several=len(starts) > 1)
            faults.append(fault)
        return SelectedOrders((), faults, header, void=True)

    def _opened(
        self,
        lines: Sequence[Line],
        start: int,
        header: Header,
        remarks: list[Diagnostic],
        *,
        several: bool,
    ) -> SelectedOrders:
        if several:
            message = "several sets of orders in one text: only the last counts"
            remarks.append(lines[start].remark("note", "several-sets", message))
        quoted = bool(lines[start].quoting)
        body, closed = self._body(lines[start + 1 :], quoted=quoted)
        if not closed:
            message = f"no {self.envelope.closing} line: the orders may have been cut off"
            hint = f"end the set with a line {self.envelope.closing}"
            remarks.append(lines[start].remark("warning", "no-end", message, hint))
        return SelectedOrders(body, remarks, header, quoted=quoted)

    def _without_envelope(self, lines: Sequence[Line]) -> SelectedOrders:
        fault = self._misspelt(lines)
        if fault is not None:
            return SelectedOrders((), [fault], void=True)
        quoted = next((bool(line.quoting) for line in lines if line.text.strip()), False)
        body = [line for line in lines if not self.envelope.closes(line.text)]
        return SelectedOrders(body, quoted=quoted)

    def _body(self, lines: Iterable[Line], *, quoted: bool) -> tuple[list[Line], bool]:
        """Return the lines up to the closing line, and whether there is one.

        Only a quoted closing line closes a quoted set, and a quoted line closes no other set. Rules
        before 1.1.0 ignore quoting here.
        """
        body: list[Line] = []
        for line in lines:
            if self.envelope.closes(line.text) and (quoted or self.earlier or not line.quoting):
                return body, True
            body.append(line)
        return body, False

    def _misspelt(self, lines: Iterable[Line]) -> Diagnostic | None:
        """Return a fault if a line looks like a mistyped opening line."""
        opening = self.envelope.opening
        letters = _letters(opening)
        for line in self._outside_blocks(lines):
            if opening[:1] not in line.text and letters not in line.text.casefold():
                continue  # fast path for nearly all lines
            word = first_word(without_comment(line.text, self.style.comment))
            has_sign = word[:1] == opening[:1] != "" and not word[:1].isalnum()
            has_sign = has_sign and not self.envelope.closes(word)
            if has_sign or _letters(word) == letters:
                message = f"'{line.text.split()[0]}' is not an opening line; the set was discarded"
                hint = f"write {opening} game empire [password] [turn n]"
                return line.remark("error", "bad-header", message, hint)
        return None

    def _outside_blocks(self, lines: Iterable[Line]) -> Iterator[Line]:
        """Yield the lines outside orders of several lines."""
        inside = False
        for line in lines:
            if self.style.block and line.text.lstrip().startswith(self.style.block):
                inside = not inside
            elif not inside:
                yield line

    def _header(self, line: Line) -> Header | Diagnostic:
        matches = words_in(without_comment(line.text, self.style.comment))[1:]
        words = [unquoted(word.group()) for word in matches]
        turn = _turn_in(words)
        names = words if turn is None else words[:-2]
        if not 2 <= len(names) <= 3:
            message = "the opening line needs a game's and an empire's name; the set was discarded"
            hint = f"write {self.envelope.opening} game empire [password] [turn n]"
            return line.remark("error", "bad-header", message, hint)
        if len(names) == 2:
            return Header(names[0], names[1], None, line.number, turn=turn)
        start, end = matches[2].span()
        columns = line.column(start), line.column(end - 1) + 1
        return Header(names[0], names[1], names[2], line.number, columns, turn)

    def _header_fault(self, header: Header) -> Diagnostic | None:
        """Return a fault if the header names another game or empire."""
        parts = (("game", header.game, (self.game,)), ("empire", header.empire, self.names))
        for noun, written, ours in parts:
            if any(ours) and folded(written) not in map(folded, ours):
                message = (
                    f"the header names {noun} '{written}', not '{ours[-1]}'; the set was discarded"
                )
                hint = f"write {self.envelope.opening_line(self.game, self.names[-1])}"
                return Diagnostic("error", "bad-header", message, header.line, 1, written, hint)
        return None


def _turn_in(words: Sequence[str]) -> int | None:
    """Return the turn at the end of an opening line's words, after the names (`turn 12`)."""
    if len(words) < 4 or words[-2].casefold() != _TURN:
        return None
    return int(words[-1]) if re.fullmatch("[0-9]{1,9}", words[-1]) else None


def _letters(word: str) -> str:
    """Return a word without leading marks, in lower case."""
    return re.sub(r"^\W+", "", word).casefold()
