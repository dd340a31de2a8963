"""Reading order text: envelope, comments, one order a line with a Lark grammar, exact places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from attrs import define, evolve, field, frozen

from horizons_core.names import folded
from horizons_core.orders import MOST_REMARKS, Command, Diagnostic, Order, unknown_order

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

#: Longer texts are no orders but a mistake: nothing of them is read.
LONGEST_TEXT = 4_000_000

_SURROGATE = re.compile("[\ud800-\udfff]")

#: What every variant's grammar may use without declaring it.
COMMON_GRAMMAR = r"""
WORD: /[^\s"]+/
QUOTED: /"[^"]*"/
%ignore /[ \t]+/
"""


@frozen
class Envelope:
    """The lines around a set of orders: `#EVENTHORIZON game empire [password]` to `#END`."""

    opening: str
    closing: str = "#END"


@frozen
class OrderStyle:
    """The habits in which order languages differ.

    `comment` begins a comment. With `initials` only the first letter of an order's first word
    counts, and keywords are letters. A line that begins with `block` opens an order of several
    lines, which the next such line closes: the command of that keyword gets them as `lines`.
    """

    comment: str = ";"
    initials: bool = False
    block: str = ""


@frozen
class Header:
    """What an opening line says."""

    game: str
    empire: str
    password: str | None
    line: int


@define
class OrderSet:
    """What was read: orders that can be tried, remarks on the rest, the header if there was one."""

    orders: list[Order] = field(factory=list)
    diagnostics: list[Diagnostic] = field(factory=list)
    header: Header | None = None
    #: whether the whole set was discarded, as if none had been sent
    void: bool = False
    #: remarks beyond the first `MOST_REMARKS`
    left_out: int = 0

    @property
    def acceptable(self) -> bool:
        """Whether no remark is an error."""
        return all(d.severity != "error" for d in self.diagnostics)


@frozen
class _Line:
    number: int
    text: str
    shift: int  # characters cut off in front of `text`


@frozen(slots=False)
class OrderLanguage:
    """The orders of a variant with its mods: a grammar, the commands and the envelope.

    `grammar` is Lark text with one rule for each command; a rule's sub-rules name the arguments.
    """

    grammar: str
    commands: tuple[Command, ...]
    envelope: Envelope
    style: OrderStyle = OrderStyle()

    @cached_property
    def by_keyword(self) -> dict[str, Command]:
        return {command.keyword: command for command in self.commands}

    @cached_property
    def lark_text(self) -> str:
        """The whole grammar: the variant's, the mods' and what is common to all."""
        parts = [self.grammar, *(c.grammar for c in self.commands if c.grammar), COMMON_GRAMMAR]
        return "\n".join(parts)

    @cached_property
    def parser(self) -> Lark:
        from lark import Lark

        starts = [command.rule for command in self.commands]
        return Lark(self.lark_text, parser="lalr", start=starts, maybe_placeholders=False)

    def read(self, text: str, *, game: str = "", empire: str | Sequence[str] = "") -> OrderSet:
        """Read a text for this empire; `game` and `empire` are held against the header, if any.

        An empire may go by several names.

        Never raises for anything a player writes: what is wrong becomes a diagnostic, what is
        right is read all the same.
        """
        result = OrderSet()
        if len(text) > LONGEST_TEXT:
            message = f"the text has {len(text):,} characters; nothing of it was read"
            hint = f"send at most {LONGEST_TEXT:,}"
            result.diagnostics.append(Diagnostic("error", "text-too-long", message, hint=hint))
            result.void = True
            return result
        names = (empire,) if isinstance(empire, str) else tuple(empire)
        lines = self._choose_set(list(_lines(text)), game, names, result)
        if not result.void:
            self._read_lines(lines, result)
        return result

    def template(self, game: str, empire: str) -> str:
        """An empty order set with every command explained in comments."""
        opening = f"{self.envelope.opening} {_quoted(game or 'game')} {_quoted(empire)}"
        sign = self.style.comment
        lines = [opening, f"{sign} One order a line; this sign begins a comment."]
        for command in self.commands:
            example = command.example.splitlines()
            lines += ["", *(f"{sign} {syntax}" for syntax in command.syntax)]
            lines.append(f"{sign}   {command.help}")
            lines.append(f"{sign}   For example: {example[0]}")
            lines += [f"{sign}                {line}" for line in example[1:]]
        return "\n".join([*lines, "", self.envelope.closing, ""])

    def _choose_set(
        self, lines: list[_Line], game: str, names: Sequence[str], result: OrderSet
    ) -> list[_Line]:
        """The lines of the last set in the text that is this empire's: it replaces the others."""
        opening = self.envelope.opening.casefold()
        starts = [i for i, line in enumerate(lines) if _first(line.text) == opening]
        if not starts:
            self._look_for_misspelt(lines, result)
            return [line for line in lines if _first(line.text) != self.envelope.closing.casefold()]
        faults: list[Diagnostic] = []
        for start in reversed(starts):
            result.header = self._header(lines[start], faults)
            if self._is_ours(result.header, game, names, faults):
                break
        else:
            result.diagnostics, result.void = faults, True
            return []
        result.diagnostics += [evolve(fault, severity="warning") for fault in faults]
        if len(starts) > 1:
            message = f"{len(starts)} sets of orders in one text: only the last counts"
            result.diagnostics.append(_at(lines[start], "note", "several-sets", message))
        return self._body(lines, start, result)

    def _body(self, lines: list[_Line], start: int, result: OrderSet) -> list[_Line]:
        """The lines of the set that opens there, up to its closing line."""
        body: list[_Line] = []
        for line in lines[start + 1 :]:
            if _first(line.text) == self.envelope.closing.casefold():
                return body
            body.append(line)
        message = f"no {self.envelope.closing} line: the orders may have been cut off"
        hint = f"end the set with a line {self.envelope.closing}"
        result.diagnostics.append(_at(lines[start], "warning", "no-end", message, hint))
        return body

    def _look_for_misspelt(self, lines: list[_Line], result: OrderSet) -> None:
        """Void the set if a line looks like an opening line that was mistyped."""
        opening, closing = self.envelope.opening, self.envelope.closing.casefold()
        for line in self._outside_blocks(lines):
            word = _first(self._without_comment(line.text))
            signed = word[:1] == opening[:1] != "" and word != closing and not word[:1].isalnum()
            if signed or _letters(word) == _letters(opening):
                message = f"'{line.text.split()[0]}' is no opening line; the set was discarded"
                hint = f"write {opening} game empire [password]"
                result.diagnostics.append(_at(line, "error", "bad-header", message, hint))
                result.void = True
                return

    def _outside_blocks(self, lines: Iterable[_Line]) -> Iterator[_Line]:
        """The lines that are no text of an order of several lines."""
        inside = False
        for line in lines:
            if self.style.block and line.text.lstrip().startswith(self.style.block):
                inside = not inside
            elif not inside:
                yield line

    def _header(self, line: _Line, diagnostics: list[Diagnostic]) -> Header:
        text = self._without_comment(line.text)
        words = [_unquoted(w) for w in re.findall(r'"[^"]*"|[^\s"]+', text)][1:]
        if not 2 <= len(words) <= 3:
            message = "the opening line needs a game's and an empire's name; the set was discarded"
            hint = f"write {self.envelope.opening} game empire [password]"
            diagnostics.append(_at(line, "error", "bad-header", message, hint))
            return Header("", "", None, 0)
        return Header(words[0], words[1], words[2] if len(words) > 2 else None, line.number)

    def _is_ours(
        self, header: Header, game: str, names: Sequence[str], diagnostics: list[Diagnostic]
    ) -> bool:
        if not header.line:
            return False
        both = (("game", header.game, (game,)), ("empire", header.empire, names))
        for what, written, ours in both:
            if any(ours) and folded(written) not in map(folded, ours):
                name = ours[-1]
                message = (
                    f"the header names {what} '{written}', not '{name}'; the set was discarded"
                )
                us = _quoted(names[-1])
                hint = f"write {self.envelope.opening} {_quoted(game or 'game')} {us}"
                diagnostics.append(
                    Diagnostic("error", "bad-header", message, header.line, 1, written, hint)
                )
                return False
        return True

    def _read_lines(self, lines: Iterable[_Line], result: OrderSet) -> None:
        block = self.style.block
        opened: tuple[_Line, list[str]] | None = None
        for line in lines:
            if not block or (opened is None and not line.text.lstrip().startswith(block)):
                self._read_line(line, result)
            elif opened is None:
                opened = line, []
            elif line.text.lstrip().startswith(block):
                self._read_block(*opened, result)
                opened = None
            else:
                opened[1].append(line.text)
        if opened is not None:
            message = "the message is not closed: it goes to the end of the orders"
            hint = f"close it with a line {block}"
            result.diagnostics.append(_at(opened[0], "warning", "no-end", message, hint))
            self._read_block(*opened, result)

    def _read_block(self, head: _Line, lines: list[str], result: OrderSet) -> None:
        """Read the head as an order of one line, and give it the others as an argument."""
        block = self.style.block
        text = self._without_comment(head.text.lstrip())
        shift = head.shift + len(head.text) - len(head.text.lstrip())
        spaced = f"{block} {text[len(block) :]}"
        read = self._parse(self.by_keyword[block], spaced, _Line(head.number, spaced, shift - 1))
        if isinstance(read, Order):
            arguments = {**read.arguments, "lines": tuple(lines)}
            read = evolve(read, arguments=arguments, column=shift + 1, text=text)
        self._take(read, result)

    def _read_line(self, line: _Line, result: OrderSet) -> None:
        text = self._without_comment(line.text)
        word = _first(text)
        if not word:
            return
        keyword = word[0].upper() if self.style.initials else word.upper()
        command = self.by_keyword.get(keyword)
        if command is None and len(result.diagnostics) >= MOST_REMARKS:
            result.left_out += 1  # without looking for a near miss, which takes time
            return
        read = self._unknown(text, line) if command is None else self._parse(command, text, line)
        self._take(read, result)

    def _take(self, read: Order | Diagnostic, result: OrderSet) -> None:
        if isinstance(read, Order):
            result.orders.append(read)
        elif len(result.diagnostics) < MOST_REMARKS:
            result.diagnostics.append(read)
        else:
            result.left_out += 1

    def _unknown(self, text: str, line: _Line) -> Diagnostic:
        written = text.split(maxsplit=1)[0]
        message, hint = unknown_order(written, self.by_keyword)
        return _at(line, "error", "unknown-order", message, hint, words=written)

    def _parse(self, command: Command, text: str, line: _Line) -> Order | Diagnostic:
        from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

        try:
            tree = self.parser.parse(text, start=command.rule)
        except UnexpectedInput as problem:
            hint = f"write {' or '.join(command.syntax)}"
            column = problem.column if problem.column > 0 else len(text) + 1
            place = {"line": line.number, "column": column + line.shift}
            if isinstance(problem, UnexpectedToken) and problem.token.type != "$END":
                words = str(problem.token)
                message = f"{command.keyword}: '{words}' is one word too many"
                return Diagnostic(
                    "error", "too-many-words", message, words=words, hint=hint, **place
                )
            if isinstance(problem, UnexpectedCharacters):
                words = text[column - 1 :].strip()
                message = f"{command.keyword}: cannot read from {words[:20]!r} on"
                return Diagnostic("error", "unreadable", message, words=words, hint=hint, **place)
            place["column"] = len(text) + 1 + line.shift
            message = f"{command.keyword} is not complete"
            return Diagnostic(
                "error", "too-few-words", message, words=text.strip(), hint=hint, **place
            )
        return self._order(command, tree, text, line)

    def _order(
        self, command: Command, tree: Tree[Any], text: str, line: _Line
    ) -> Order | Diagnostic:
        start = line.shift + len(text) - len(text.lstrip()) + 1
        arguments: dict[str, Any] = {}
        columns: dict[str, int] = {}
        written: dict[str, str] = {}
        for argument in cast("list[Tree[Token]]", tree.children):
            name = str(argument.data)
            tokens = cast("list[Token]", argument.children)
            words = " ".join(_unquoted(str(token)) for token in tokens)
            columns[name], written[name] = (tokens[0].column or 1) + line.shift, words
            convert = command.arguments.get(name, str)
            try:
                value = convert(words)
            except ValueError as problem:
                message = f"{command.keyword}: {name}: {problem}"
                hint = f"write {' or '.join(command.syntax)}"
                return Diagnostic(
                    "error", "bad-argument", message, line.number, columns[name], words, hint
                )
            if name in arguments:  # given several times: all of them, in order
                earlier = arguments[name]
                value = (*(earlier if isinstance(earlier, tuple) else (earlier,)), value)
            arguments[name] = value
        return Order(command, arguments, line.number, start, text.strip(), columns, written)

    def _without_comment(self, text: str) -> str:
        if self.style.comment not in text:
            return text
        quoted = False
        for position, character in enumerate(text):
            if character == '"':
                quoted = not quoted
            elif character == self.style.comment and not quoted:
                return text[:position].rstrip()
        return text


def _lines(text: str) -> Iterator[_Line]:
    """The text's lines without line ends, mail quoting (`> `) and the byte-order mark.

    Half a character (a lone surrogate, from badly decoded mail) becomes U+FFFD: no report could
    be written with it.
    """
    text = _SURROGATE.sub("\ufffd", text)
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), start=1):
        quoting = re.match(r"(?:>[ \t]?)*", line)
        shift = quoting.end() if quoting else 0
        yield _Line(number, line[shift:].replace("\u00a0", " ").rstrip(), shift)


def _first(text: str) -> str:
    words = text.split(maxsplit=1)
    return words[0].casefold() if words else ""


def _letters(word: str) -> str:
    """A word without the signs in front of it, in small letters."""
    return re.sub(r"^\W+", "", word).casefold()


def _unquoted(word: str) -> str:
    return word[1:-1] if len(word) >= 2 and word[0] == word[-1] == '"' else word


def _quoted(name: str) -> str:
    return f'"{name}"' if re.search(r"\s", name) else name


def _at(
    line: _Line, severity: Any, code: str, message: str, hint: str = "", words: str = ""
) -> Diagnostic:
    column = line.shift + len(line.text) - len(line.text.lstrip()) + 1
    return Diagnostic(
        severity, code, message, line.number, column, words or line.text.strip(), hint
    )
