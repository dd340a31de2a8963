"""The order language of most games: a Lark grammar, and an order a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from horizons_core.errors import PluginError
from horizons_core.orders.commands import Command, Order, unknown_order
from horizons_core.orders.diagnostics import MOST_REMARKS, Diagnostic
from horizons_core.orders.envelopes import Envelope, Opened, Opener
from horizons_core.orders.language import OrderSet
from horizons_core.orders.lines import (
    Line,
    OrderStyle,
    commented,
    lines_of,
    unquoted,
    without_comment,
)
from horizons_core.orders.remembered import BLANKS, QUOTED, WORD, Part, Reader
from horizons_core.orders.typography import without_stop

if TYPE_CHECKING:
    from lark import Lark


#: Longer texts are no orders but a mistake: nothing of them is read.
LONGEST_TEXT = 4_000_000

_ONE_WORD = re.compile(r"[\w.'-]+\s*")


#: Signs in lines that rules before 1.1.0 may read otherwise: quoted, in bold type, in messages.
_READ_OTHERWISE = (">", "*", "_", "@")


#: What every variant's grammar may use without declaring it.
COMMON_GRAMMAR = f"""
WORD: /{WORD}/
QUOTED: /{QUOTED}/
%ignore /{BLANKS}/
"""


def rule_of(command: Command) -> str:
    """The name of the grammar rule that reads a command: its own, or one made for it."""
    return command.rule or "order_" + re.sub(r"\W+", "_", command.keyword.lower())


def made_rules(commands: Iterable[Command], grammar: str, *, initials: bool = False) -> list[str]:
    """Grammar rules for commands without one: the keyword, then the arguments, in their order.

    Sub-rules that the grammar has already are used as they are. With `initials` a keyword of one
    letter stands for every word that begins with it.
    """
    known = set(re.findall(r"^\s*\??([a-z_]\w*)\s*:", grammar, re.MULTILINE))
    rules = [r'_INITIAL: /[^\s"]+/'] if initials else []
    for command in commands:
        letter = initials and len(command.keyword) == 1
        head = "_INITIAL" if letter else " ".join(f'"{w}"i' for w in command.keyword.split())
        words, closing = [f"{rule_of(command)}: {head}"], ""
        for name, argument in command.arguments.items():
            words.append(f"({name}" if argument.optional else name)
            closing += ")?" if argument.optional else ""
        rules.append(" ".join(words) + closing)
        rules += [f"{n}: WORD | QUOTED" for n in command.arguments if n not in known]
        known |= set(command.arguments)
    return rules


@lru_cache(32)
def _parser_of(grammar: str, starts: tuple[str, ...]) -> Lark:
    """The parser of a grammar, one for all variants that have it: to make one takes long."""
    from lark import Lark

    return Lark(grammar, parser="lalr", start=list(starts), maybe_placeholders=False)


@frozen(slots=False)
class OrderLanguage:
    """The orders of a variant with its mods: a grammar, the commands and the envelope.

    Attributes:
        grammar: Lark text with one rule for each command; a rule's sub-rules name the arguments.
        commands: all commands, those of mods included.
        envelope: the lines around a set of orders.
        style: how lines are read.
    """

    grammar: str
    commands: tuple[Command, ...]
    envelope: Envelope
    style: OrderStyle = OrderStyle()

    @cached_property
    def by_keyword(self) -> dict[str, Command]:
        """The commands by their keywords."""
        return {command.keyword: command for command in self.commands}

    @cached_property
    def _has_pairs(self) -> bool:
        """Whether any keyword has two words, as in `ATTACK WORLD`."""
        return any(" " in keyword for keyword in self.by_keyword)

    def command_of(self, text: str) -> Command | None:
        """The command that a line begins with; a keyword of two words comes before one of one."""
        words = text.split(maxsplit=2)
        if self._has_pairs and len(words) > 1:
            pair = self.by_keyword.get(f"{words[0]} {words[1]}".upper())
            if pair is not None:
                return pair
        keyword = words[0].upper()
        if self.style.initials and keyword not in self.by_keyword:
            keyword = keyword[0]
        return self.by_keyword.get(keyword)

    @cached_property
    def lark_text(self) -> str:
        """The whole grammar: of the variant, of mods, made here, and common to all."""
        parts = [self.grammar, *(c.grammar for c in self.commands if c.grammar)]
        bare = [c for c in self.commands if not c.rule]
        parts += made_rules(bare, "\n".join(parts), initials=self.style.initials)
        return "\n".join([*parts, COMMON_GRAMMAR])

    @cached_property
    def parser(self) -> Lark:
        """The parser that Lark makes of the grammar, with a start for each command's rule.

        Raises PluginError, with what Lark says, for a grammar that is none.
        """
        from lark.exceptions import LarkError

        starts = tuple(rule_of(command) for command in self.commands)
        try:
            return _parser_of(self.lark_text, starts)
        except LarkError as problem:
            reason = " ".join(str(problem).split()).split(" Expected one of")[0]
            raise PluginError(
                f"the grammar of orders cannot be used: {reason[:300]}",
                "it is Lark text with a rule for each command",
            ) from problem

    @cached_property
    def _reader(self) -> Reader:
        return Reader(self.parser)

    def rule_names(self) -> list[str]:
        """The names of all rules of the grammar, as far as it can be divided into rules."""
        return re.findall(r"^\s*\??([a-z_]\w*)\s*(?:\.\d+\s*)?:", self.lark_text, re.MULTILINE)

    def read(self, text: str, *, game: str = "", empire: str | Sequence[str] = "") -> OrderSet:
        """Read a text for this empire, line by line (see `Language`)."""
        names = (empire,) if isinstance(empire, str) else tuple(empire)
        return self._read(text, game, names, earlier=False)

    def _read(self, text: str, game: str, names: Sequence[str], *, earlier: bool) -> OrderSet:
        """Read a text; as rules before 1.1.0 do, if that is asked for."""
        result = OrderSet()
        if len(text) > LONGEST_TEXT:
            message = f"the text has {len(text):,} characters; nothing of it was read"
            hint = f"send at most {LONGEST_TEXT:,}"
            result.diagnostics.append(Diagnostic("error", "text-too-long", message, hint=hint))
            result.void = True
            return result
        lines = list(lines_of(text, emphasis=not earlier))
        opened = Opener(self.envelope, self.style, game, names, earlier).open(lines)
        result.header, result.void = opened.header, opened.void
        result.diagnostics += opened.remarks
        if not earlier and any(sign in text for sign in _READ_OTHERWISE):
            result.earlier = partial(self._read, text, game, names, earlier=True)
        self._read_lines(opened, result, earlier=earlier)
        return result

    def template(self, game: str, empire: str, role: str = "", turn: int | None = None) -> str:
        """An empty order set with a player's commands, or a role's (see `Language`)."""
        sign = self.style.comment
        lines = [self.envelope.opening_line(game, empire, turn)]
        lines += commented(["One order a line; this sign begins a comment."], sign)
        for command in (one for one in self.commands if one.given_by(role)):
            first, *more = command.example.splitlines()
            told = [f"  {command.help}", f"  For example: {first}"]
            told += [f"               {line}" for line in more]
            lines += ["", *commented([*command.syntax, *told], sign)]
        return "\n".join([*lines, "", self.envelope.closing, ""])

    def _read_lines(self, found: Opened, result: OrderSet, *, earlier: bool) -> None:
        """Read the lines of a set; in one that is not quoted only messages have quoted lines."""
        block = self.style.block
        unquoted = not (found.quoted or earlier)
        opened: tuple[Line, list[str]] | None = None
        for line in found.lines:
            if opened is not None and not self._closes_block(line, found.quoted, earlier=earlier):
                opened[1].append(f"{line.quoting if unquoted else ''}{line.written}")
            elif opened is not None:
                self._read_block(*opened, result)
                self._close_block(line, result)
                opened = None
            elif unquoted and line.quoting:
                self._pass_over(line, result)
            elif block and line.text.lstrip().startswith(block):
                opened = line, []
            else:
                self._read_line(line, result)
        if opened is not None:
            message = "the message is not closed: it goes to the end of the orders"
            hint = f"close it with a line {block}"
            result.diagnostics.append(opened[0].remark("warning", "no-end", message, hint))
            self._read_block(*opened, result)

    def _closes_block(self, line: Line, quoted: bool, *, earlier: bool) -> bool:  # noqa: FBT001
        """Whether a line closes a message: the sign alone, or with an order or a name behind it.

        A line that addresses somebody by name, `@Brin: you too`, is a part of the message.
        """
        text, block = line.text.lstrip(), self.style.block
        if earlier or not text.startswith(block):
            return text.startswith(block)
        if line.quoting and not quoted:
            return False
        words = text[len(block) :]
        return not words or words[0].isspace() or _ONE_WORD.fullmatch(words) is not None

    def _pass_over(self, line: Line, result: OrderSet) -> None:
        """Tell of a quoted line among orders: its words are somebody's of before."""
        if without_comment(line.text, self.style.comment).strip():
            message = "this line is quoted, and was not read"
            hint = "write it without the sign > if you mean it"
            self._take(line.remark("warning", "quoted-line", message, hint), result)

    def _close_block(self, line: Line, result: OrderSet) -> None:
        """Tell of words behind the sign that closes a message: they are read by nobody."""
        block = self.style.block
        words = without_comment(line.text.lstrip(), self.style.comment)[len(block) :].strip(" .")
        if words:
            message = f"'{words}' stands behind the {block} that closes a message"
            hint = (
                f"a message ends with a line {block}, and the next one begins on a line of its own"
            )
            self._take(line.remark("error", "too-many-words", message, hint, words), result)

    def _read_block(self, head: Line, lines: list[str], result: OrderSet) -> None:
        """Read the head as an order of one line, and give it the others as an argument."""
        block = self.style.block
        text = without_comment(head.text.lstrip(), self.style.comment)
        lead = len(head.text) - len(head.text.lstrip())
        spaced = f"{block} {text[len(block) :]}"
        columns = (head.column(lead + max(at - 1, 0)) for at in range(len(spaced)))
        places = tuple(column - head.shift - 1 for column in columns)
        line = Line(head.number, spaced, head.shift, head.written, places)
        read = self._parse(self.by_keyword[block], spaced, line)
        if isinstance(read, Order):
            arguments = {**read.arguments, "lines": tuple(lines)}
            read = evolve(read, arguments=arguments, column=head.column(lead), text=text)
        self._take(read, result)

    def _read_line(self, line: Line, result: OrderSet) -> None:
        text = without_comment(line.text, self.style.comment)
        if not text.strip():
            return
        command = self.command_of(text)
        plain = without_stop(text)
        otherwise = self.command_of(plain) if plain != text and plain.strip() else None
        if not (command or otherwise) and len(result.diagnostics) >= MOST_REMARKS:
            result.left_out += 1  # without looking for a near miss, which takes time
            return
        read = self._unknown(text, line) if command is None else self._parse(command, text, line)
        if otherwise is not None and isinstance(read, Diagnostic):
            order = self._parse(otherwise, plain, line)
            if isinstance(order, Order):
                result.without_stop[line.number], read = read, order
        self._take(read, result)

    def _take(self, read: Order | Diagnostic, result: OrderSet) -> None:
        if isinstance(read, Order):
            result.orders.append(read)
        elif len(result.diagnostics) < MOST_REMARKS:
            result.diagnostics.append(read)
        else:
            result.left_out += 1

    def _unknown(self, text: str, line: Line) -> Diagnostic:
        written = text.split(maxsplit=1)[0]
        message, hint = unknown_order(written, self.by_keyword)
        return line.remark("error", "unknown-order", message, hint, words=written)

    def _parse(self, command: Command, text: str, line: Line) -> Order | Diagnostic:
        try:
            parts = self._reader.parts(rule_of(command), text)
        except self._reader.failure as problem:
            from lark.exceptions import UnexpectedCharacters, UnexpectedToken

            hint = f"write {' or '.join(command.syntax)}"
            column = problem.column if problem.column > 0 else len(text) + 1
            place = {"line": line.number, "column": line.column(column - 1)}
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
            place["column"] = line.column(len(text))
            message = f"{command.keyword} is not complete"
            return Diagnostic(
                "error", "too-few-words", message, words=text.strip(), hint=hint, **place
            )
        return self._order(command, parts, text, line)

    def _order(
        self, command: Command, parts: Iterable[Part], text: str, line: Line
    ) -> Order | Diagnostic:
        start = line.column(len(text) - len(text.lstrip()))
        arguments: dict[str, Any] = {}
        columns: dict[str, int] = {}
        written: dict[str, str] = {}
        for name, own, at in parts:
            words = " ".join(map(unquoted, own))
            declared = command.arguments.get(name)
            convert = declared.convert if declared else str
            try:
                value = convert(words)
            except ValueError as problem:
                message = f"{command.keyword}: {name}: {problem}"
                hint = f"write {' or '.join(command.syntax)}"
                return Diagnostic(
                    "error", "bad-argument", message, line.number, line.column(at), words, hint
                )
            if name in arguments:  # given several times: all of them, in order
                earlier = arguments[name]
                value = (*(earlier if isinstance(earlier, tuple) else (earlier,)), value)
                words = f"{written[name]} {words}"
            arguments[name], written[name] = value, words
            columns.setdefault(name, line.column(at))
        return Order(command, arguments, line.number, start, text.strip(), columns, written)
