"""The order language of most games, a Lark grammar with one order per line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from horizons_core.errors import PluginError
from horizons_core.orders.commands import Command, Order, commands_for, unknown_order
from horizons_core.orders.diagnostics import MAX_REMARKS, Diagnostic
from horizons_core.orders.envelopes import Envelope, OrderSelector, SelectedOrders
from horizons_core.orders.form_templates import Part, Slot
from horizons_core.orders.language import OrderSet
from horizons_core.orders.lines import (
    Line,
    OrderStyle,
    comment_lines,
    lines_of,
    unquoted,
    without_comment,
    without_stop,
)
from horizons_core.orders.parse_cache import BLANKS, QUOTED, WORD, ArgumentWords, CachingParser

if TYPE_CHECKING:
    from lark import Lark


#: Limit for the length of a text; longer texts are rejected unread.
MAX_TEXT_LENGTH = 4_000_000

_ONE_WORD = re.compile(r"[\w.'-]+\s*")


#: Characters of quotes, bold type and messages, which rules before 1.1.0 may parse differently.
_CHARACTERS_PARSED_DIFFERENTLY = (">", "*", "_", "@")


#: Terminals that every variant's grammar may use without a declaration.
COMMON_GRAMMAR = f"""
WORD: /{WORD}/
QUOTED: /{QUOTED}/
%ignore /{BLANKS}/
"""


def rule_of(command: Command) -> str:
    """Return the name of a command's grammar rule: its own, or a generated one."""
    return command.rule or "order_" + re.sub(r"\W+", "_", command.keyword.lower())


def grammar_rules(
    commands: Iterable[Command], grammar: str, *, initials: bool = False
) -> list[str]:
    """Generate grammar rules from the forms of commands that have no rule.

    Existing sub-rules of the grammar are used. With `initials` a keyword of one letter stands for
    every word that begins with it. Raises PluginError for a form with a comma, which is part of a
    word in generated rules.
    """
    known = set(re.findall(r"^\s*\??([a-z_]\w*)\s*:", grammar, re.MULTILINE))
    rules = [r'_INITIAL: /[^\s"]+/'] if initials else []
    words: set[str] = set()
    for command in commands:
        is_initial = initials and len(command.keyword) == 1
        head = "_INITIAL" if is_initial else " ".join(f'"{w}"i' for w in command.keyword.split())
        first = len(command.keyword.split())
        forms = [_rule_text(form.parts[first:], words) for form in command.templates]
        rules.append(
            f"{rule_of(command)}: " + " | ".join(f"{head} {form}".strip() for form in forms)
        )
        rules += [f"{n}: WORD | QUOTED" for n in command.arguments if n not in known]
        known |= set(command.arguments)
    rules += [rf"_THE_{word}.2: /{word}(?![^\s\"])/i" for word in sorted(words)]
    return rules


def _rule_text(parts: Sequence[Part], words: set[str]) -> str:
    """Return the parts of a form as the text of a grammar rule; `words` collects literal words."""
    texts = []
    for part in parts:
        if isinstance(part, Slot):
            texts.append(f"{part.name}+" if part.several else part.name)
        elif isinstance(part, tuple):
            texts.append(f"({_rule_text(part, words)})?")
        elif part.isalnum() and part.isascii():
            words.add(part.upper())
            texts.append(f"_THE_{part.upper()}")
        else:
            raise PluginError(
                f"a form of an order has '{part}', for which no grammar rule can be generated",
                "write the rule in the command's `grammar`, and its name in `rule`",
            )
    return " ".join(texts)


@lru_cache(32)
def _parser_of(grammar: str, starts: tuple[str, ...]) -> Lark:
    """Return the parser of a grammar, shared by variants because building it is slow."""
    from lark import Lark

    return Lark(grammar, parser="lalr", start=list(starts), maybe_placeholders=False)


@frozen(slots=False)
class OrderLanguage:
    """The orders of a variant with its mods: a grammar, the commands and the envelope.

    Attributes:
        grammar: Lark text with a rule for each command; its sub-rules name the arguments.
        commands: all commands, including those of mods.
        envelope: the lines around a set of orders.
        style: the syntax of lines.
    """

    grammar: str
    commands: tuple[Command, ...]
    envelope: Envelope
    style: OrderStyle = OrderStyle()

    @cached_property
    def by_keyword(self) -> dict[str, Command]:
        """The commands by keyword."""
        return {command.keyword: command for command in self.commands}

    @cached_property
    def _has_pairs(self) -> bool:
        """True if any keyword has two words, such as `ATTACK WORLD`."""
        return any(" " in keyword for keyword in self.by_keyword)

    def command_of(self, text: str) -> Command | None:
        """Return the command that a line begins with; keywords of two words take precedence."""
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
        """The whole grammar: of the variant, of mods, generated, and common."""
        parts = [self.grammar, *(c.grammar for c in self.commands if c.grammar)]
        bare = [c for c in self.commands if not c.rule]
        parts += grammar_rules(bare, "\n".join(parts), initials=self.style.initials)
        return "\n".join([*parts, COMMON_GRAMMAR])

    @cached_property
    def parser(self) -> Lark:
        """The Lark parser of the grammar, with a start for each command's rule.

        Raises PluginError, with Lark's message, for an invalid grammar.
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
    def _reader(self) -> CachingParser:
        return CachingParser(self.parser)

    def rule_names(self) -> list[str]:
        """Return the names of all rules in the grammar, found by a simple pattern."""
        return re.findall(r"^\s*\??([a-z_]\w*)\s*(?:\.\d+\s*)?:", self.lark_text, re.MULTILINE)

    def read(self, text: str, *, game: str = "", empire: str | Sequence[str] = "") -> OrderSet:
        """Parse an empire's orders, line by line (see `Language`)."""
        names = (empire,) if isinstance(empire, str) else tuple(empire)
        return self._read(text, game, names, earlier=False)

    def _read(self, text: str, game: str, names: Sequence[str], *, earlier: bool) -> OrderSet:
        """Parse a text, optionally with the rules before 1.1.0."""
        result = OrderSet()
        if len(text) > MAX_TEXT_LENGTH:
            message = f"the text has {len(text):,} characters and was not read"
            hint = f"send at most {MAX_TEXT_LENGTH:,}"
            result.diagnostics.append(Diagnostic("error", "text-too-long", message, hint=hint))
            result.void = True
            return result
        lines = list(lines_of(text, emphasis=not earlier))
        selected = OrderSelector(self.envelope, self.style, game, names, earlier).select(lines)
        result.header, result.void = selected.header, selected.void
        result.diagnostics += selected.remarks
        if not earlier and any(sign in text for sign in _CHARACTERS_PARSED_DIFFERENTLY):
            result.earlier = partial(self._read, text, game, names, earlier=True)
        self._read_lines(selected, result, earlier=earlier)
        return result

    def template(
        self,
        game: str,
        empire: str,
        role: str = "",
        turn: int | None = None,
        stage: str | None = None,
    ) -> str:
        """Return an empty order set with a player's commands, or a role's (see `Language`)."""
        sign = self.style.comment
        lines = [self.envelope.opening_line(game, empire, turn)]
        lines += comment_lines(["One order per line; this character begins a comment."], sign)
        for command in commands_for(self.commands, role, stage):
            first, *more = command.example.splitlines()
            notes = [f"  {command.help}", f"  For example: {first}"]
            notes += [f"               {line}" for line in more]
            lines += ["", *comment_lines([*command.syntax, *notes], sign)]
        return "\n".join([*lines, "", self.envelope.closing, ""])

    def _read_lines(self, selected: SelectedOrders, result: OrderSet, *, earlier: bool) -> None:
        """Parse the lines of an order set.

        Quoted lines are accepted in messages, and as orders only if the whole set is quoted.
        """
        block = self.style.block
        unquoted = not (selected.quoted or earlier)
        open_block: tuple[Line, list[str]] | None = None
        for line in selected.lines:
            if open_block is not None and not self._closes_block(
                line, selected.quoted, earlier=earlier
            ):
                open_block[1].append(f"{line.quoting if unquoted else ''}{line.written}")
            elif open_block is not None:
                self._read_block(*open_block, result)
                self._report_words_after_block(line, result)
                open_block = None
            elif unquoted and line.quoting:
                self._report_quoted(line, result)
            elif block and line.text.lstrip().startswith(block):
                open_block = line, []
            else:
                self._read_line(line, result)
        if open_block is not None:
            message = "the message is not closed: it goes to the end of the orders"
            hint = f"close it with a line {block}"
            result.diagnostics.append(open_block[0].remark("warning", "no-end", message, hint))
            self._read_block(*open_block, result)

    def _closes_block(self, line: Line, quoted: bool, *, earlier: bool) -> bool:  # noqa: FBT001
        """Return whether a line closes a message: the character alone, or with a word after it.

        A line that addresses someone by name, `@Brin: you too`, belongs to the message.
        """
        text, block = line.text.lstrip(), self.style.block
        if earlier or not text.startswith(block):
            return text.startswith(block)
        if line.quoting and not quoted:
            return False
        words = text[len(block) :]
        return not words or words[0].isspace() or _ONE_WORD.fullmatch(words) is not None

    def _report_quoted(self, line: Line, result: OrderSet) -> None:
        """Warn about a quoted line among orders, which may come from an earlier email."""
        if without_comment(line.text, self.style.comment).strip():
            message = "this line is quoted and was not read"
            hint = "write it without the > if you mean it"
            self._add(line.remark("warning", "quoted-line", message, hint), result)

    def _report_words_after_block(self, line: Line, result: OrderSet) -> None:
        """Report words after the character that closes a message: they are ignored."""
        block = self.style.block
        words = without_comment(line.text.lstrip(), self.style.comment)[len(block) :].strip(" .")
        if words:
            message = f"'{words}' follows the {block} that closes a message"
            hint = (
                f"a message ends with a line {block}, and the next one begins on a line of its own"
            )
            self._add(line.remark("error", "too-many-words", message, hint, words), result)

    def _read_block(self, head: Line, lines: list[str], result: OrderSet) -> None:
        """Parse the head as an order on one line, with the other lines as an argument."""
        block = self.style.block
        text = without_comment(head.text.lstrip(), self.style.comment)
        lead = len(head.text) - len(head.text.lstrip())
        spaced = f"{block} {text[len(block) :]}"
        columns = (head.column(lead + max(index - 1, 0)) for index in range(len(spaced)))
        places = tuple(column - head.shift - 1 for column in columns)
        line = Line(head.number, spaced, head.shift, head.written, places)
        parsed = self._parse(self.by_keyword[block], spaced, line)
        if isinstance(parsed, Order):
            arguments = {**parsed.arguments, "lines": tuple(lines)}
            parsed = evolve(parsed, arguments=arguments, column=head.column(lead), text=text)
        self._add(parsed, result)

    def _read_line(self, line: Line, result: OrderSet) -> None:
        text = without_comment(line.text, self.style.comment)
        if not text.strip():
            return
        command = self.command_of(text)
        plain = without_stop(text)
        plain_command = self.command_of(plain) if plain != text and plain.strip() else None
        if not (command or plain_command) and len(result.diagnostics) >= MAX_REMARKS:
            result.left_out += 1  # without the slow search for similar keywords
            return
        parsed = (
            self._unknown_order(text, line) if command is None else self._parse(command, text, line)
        )
        if plain_command is not None and isinstance(parsed, Diagnostic):
            order = self._parse(plain_command, plain, line)
            if isinstance(order, Order):
                result.without_stop[line.number], parsed = parsed, order
        self._add(parsed, result)

    def _add(self, parsed: Order | Diagnostic, result: OrderSet) -> None:
        if isinstance(parsed, Order):
            result.orders.append(parsed)
        elif len(result.diagnostics) < MAX_REMARKS:
            result.diagnostics.append(parsed)
        else:
            result.left_out += 1

    def _unknown_order(self, text: str, line: Line) -> Diagnostic:
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
                message = f"{command.keyword}: unexpected '{words}'"
                return Diagnostic(
                    "error", "too-many-words", message, words=words, hint=hint, **place
                )
            if isinstance(problem, UnexpectedCharacters):
                words = text[column - 1 :].strip()
                message = f"{command.keyword}: cannot read from {words[:20]!r} on"
                return Diagnostic("error", "unreadable", message, words=words, hint=hint, **place)
            place["column"] = line.column(len(text))
            message = f"{command.keyword} is incomplete"
            return Diagnostic(
                "error", "too-few-words", message, words=text.strip(), hint=hint, **place
            )
        return self._order(command, parts, text, line)

    def _order(
        self, command: Command, parts: Iterable[ArgumentWords], text: str, line: Line
    ) -> Order | Diagnostic:
        start = line.column(len(text) - len(text.lstrip()))
        arguments: dict[str, Any] = {}
        columns: dict[str, int] = {}
        written: dict[str, str] = {}
        for name, tokens, column in parts:
            words = " ".join(map(unquoted, tokens))
            declared = command.arguments.get(name)
            convert = declared.convert if declared else str
            try:
                value = convert(words)
            except ValueError as problem:
                message = f"{command.keyword}: {name}: {problem}"
                hint = f"write {' or '.join(command.syntax)}"
                return Diagnostic(
                    "error", "bad-argument", message, line.number, line.column(column), words, hint
                )
            if name in arguments:  # an argument with several values
                previous = arguments[name]
                value = (*(previous if isinstance(previous, tuple) else (previous,)), value)
                words = f"{written[name]} {words}"
            arguments[name], written[name] = value, words
            columns.setdefault(name, line.column(column))
        return Order(command, arguments, line.number, start, text.strip(), columns, written)
