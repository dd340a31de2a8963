"""The forms of a command: templates of its orders, with places for arguments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from attrs import frozen

from horizons_core.errors import PluginError

_TOKEN = re.compile(
    r"\{(?P<name>[a-z]\w*)(?P<dots>\.\.\.(?: (?P<between>\w+))?)?\}"
    r"|(?P<sign>[\[\],\n])|(?P<word>[^\s\[\]{},]+)"
)
_REMEDY = (
    "write words, {argument}, {argument...} or {argument... OR} for several values, and [ ] around"
    " optional parts"
)


@frozen
class Slot:
    """A place for an argument.

    Attributes:
        name: the argument's name.
        several: whether it takes several values, with spaces between them.
        between: a word between two of them; "" for none.
    """

    name: str
    several: bool = False
    between: str = ""


#: A literal word, a comma or a line break, a place for an argument, or an optional group of parts.
Part = str | Slot | tuple["Part", ...]


@frozen
class FormTemplate:
    """A form of a command.

    Attributes:
        parts: its parts; outside brackets they begin with the words of the keyword.
        names: all arguments in it.
        required: the arguments outside brackets.
        several: the arguments with several values.
    """

    parts: tuple[Part, ...]
    names: frozenset[str]
    required: frozenset[str]
    several: frozenset[str]

    def written(self, words: Mapping[str, Sequence[str]]) -> str:
        """Return the order with these words in its places; brackets without words are left out."""
        tokens = _written(self.parts, words)
        return " ".join(tokens or ()).replace(" ,", ",").replace(" \n ", "\n")

    @property
    def syntax(self) -> str:
        """The form as players see it."""
        return _syntax(self.parts)


@lru_cache(4096)
def form_templates(
    keyword: str, forms: tuple[str, ...], arguments: tuple[tuple[str, bool], ...]
) -> tuple[FormTemplate, ...]:
    """Return the forms of a command; its arguments are names, and whether they are optional.

    Raises PluginError for a template that cannot be parsed.
    """
    return tuple(map(_parsed, forms or [_default_form(keyword, arguments)]))


def _default_form(keyword: str, arguments: Sequence[tuple[str, bool]]) -> str:
    """Return the keyword with all arguments in order; each optional one needs those before it."""
    words, closing = [keyword], ""
    for name, is_optional in arguments:
        words.append(f"[{{{name}}}" if is_optional else f"{{{name}}}")
        closing += "]" if is_optional else ""
    return " ".join(words) + closing


def _parsed(template: str) -> FormTemplate:
    stack: list[list[Part]] = [[]]
    end = 0
    for match in _TOKEN.finditer(template):
        _refuse_rest(template, template[end : match.start()])
        end = match.end()
        if match["name"]:
            stack[-1].append(Slot(match["name"], bool(match["dots"]), match["between"] or ""))
        elif match["sign"] == "[":
            stack.append([])
        elif match["sign"] == "]":
            group = tuple(stack.pop())
            if not stack or not any(_slots(group)):
                raise PluginError(
                    f"the form '{template}' has a bracket ']' too many, or brackets without an"
                    " argument",
                    _REMEDY,
                )
            stack[-1].append(group)
        else:
            stack[-1].append(match["sign"] or match["word"])
    _refuse_rest(template, template[end:])
    if len(stack) > 1:
        raise PluginError(f"the form '{template}' has a bracket that is never closed", _REMEDY)
    parts = tuple(stack[0])
    slots = list(_slots(parts))
    return FormTemplate(
        parts,
        frozenset(slot.name for slot in slots),
        frozenset(part.name for part in parts if isinstance(part, Slot)),
        frozenset(slot.name for slot in slots if slot.several),
    )


def _refuse_rest(template: str, text: str) -> None:
    if text.strip():
        raise PluginError(f"the form '{template}' has '{text.strip()}'", _REMEDY)


def _slots(parts: Sequence[Part]) -> Iterator[Slot]:
    for part in parts:
        if isinstance(part, Slot):
            yield part
        elif isinstance(part, tuple):
            yield from _slots(part)


def _written(parts: Sequence[Part], words: Mapping[str, Sequence[str]]) -> list[str] | None:
    """Return the words of the parts; None if an argument outside brackets has none."""
    tokens: list[str] = []
    for part in parts:
        if isinstance(part, str):
            tokens.append(part)
        elif isinstance(part, tuple):
            tokens += _written(part, words) or ()
        elif part.name in words:
            between = f" {part.between} " if part.between else " "
            tokens.append(between.join(words[part.name]))
        else:
            return None
    return tokens


def _syntax(parts: Sequence[Part]) -> str:
    texts = []
    for part in parts:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, tuple):
            texts.append(f"[{_syntax(part)}]")
        else:
            name = part.name.replace("_", "-")
            more = f" [{part.between} {name}] ..." if part.between else " ..."
            texts.append(f"{name}{more}" if part.several else name)
    return " ".join(texts).replace(" ,", ",").replace(" \n", ", then")
