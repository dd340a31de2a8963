"""Hypothesis strategies for tests of variants: keys, seeds and order texts.

Order texts come from the variant's grammar and examples.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark

from horizons_core.model.views import View
from horizons_core.orders.grammar import OrderLanguage
from horizons_core.orders.language import Language
from horizons_core.plugins.variant import Variant

#: Characters with a meaning in orders, or likely to break careless code.
_CHARACTERS = "\"#;*/\\>{}%$<&'\t\r\n\x00\u00a0\u2028\ufeff\ud800 "


def keys() -> st.SearchStrategy[int]:
    """Draw keys of battles and streams: 64-bit numbers, including the extremes."""
    return st.one_of(st.sampled_from((0, 1, 2**63, 2**64 - 1)), st.integers(0, 2**64 - 1))


def seeds() -> st.SearchStrategy[int | str]:
    """Draw seeds as people choose them: numbers and words."""
    return st.one_of(st.integers(-(2**70), 2**70), st.text(max_size=20))


def texts() -> st.SearchStrategy[str]:
    """Draw any text, often with special characters of the order language."""
    characters = st.one_of(st.characters(), st.sampled_from(_CHARACTERS))
    return st.text(characters, max_size=200)


def order_texts(variant: Variant, view: View | None = None) -> st.SearchStrategy[str]:
    """Draw order texts, from valid to nonsense: from the grammar, altered examples, and any text.

    A language without a grammar provides unchanged examples. With a view, words are often its names
    and numbers.
    """
    language = variant.language
    words = tuple(words_of(view.data))[:300] if view else ()
    alternatives = (altered_text(_examples(language)), texts())
    if isinstance(language, OrderLanguage):
        line = _favor(orders_of(language, words), len(language.commands), alternatives)
    else:
        line = st.one_of(*_without_grammar(language, words), *alternatives)
    lines = st.lists(line, max_size=8).map("\n".join)
    return st.one_of(lines, lines.map(lambda text: _in_envelope(language, text)), texts())


def orders_of(language: OrderLanguage, words: tuple[str, ...] = ()) -> st.SearchStrategy[str]:
    """Draw single orders that the grammar accepts, all commands equally often.

    Words in the orders are often taken from `words`.
    """
    explicit = {}
    for terminal in language.parser.terminals:
        pattern = re.compile(terminal.pattern.to_regexp())
        strategy = st.from_regex(pattern, fullmatch=True)
        known = [word for word in words if pattern.fullmatch(word)]
        numbers = st.integers(0, 12).map(str).filter(pattern.fullmatch)
        likely = [st.sampled_from(known)] if known else []
        if terminal.name in {"WORD", "QUOTED"}:
            strategy = st.one_of(*likely, *([numbers] if pattern.fullmatch("1") else []), strategy)
        explicit[terminal.name] = strategy.map(lambda word: f"{word} ")
    return from_lark(language.parser, explicit=explicit)


@st.composite
def _favor(
    draw: st.DrawFn,
    favorite: st.SearchStrategy[str],
    times: int,
    alternatives: Sequence[st.SearchStrategy[str]],
) -> str:
    """Draw from one strategy `times` times as often as from each of the alternatives."""
    choice = draw(st.integers(0, times + len(alternatives) - 1))
    text: str = draw(favorite if choice < times else alternatives[choice - times])
    return text


def _without_grammar(language: Language, words: Sequence[str]) -> list[st.SearchStrategy[str]]:
    """Return strategies for unchanged examples, and for those with names and numbers of a view."""
    examples = [command.example for command in language.commands]
    plain = [word.strip('"') for word in words]
    return [st.sampled_from(examples), *([altered_text(examples, plain)] if plain else [])]


@st.composite
def altered_text(draw: st.DrawFn, examples: Sequence[str], instead: Sequence[str] = ()) -> str:
    """Draw one of the texts with a few words dropped, duplicated, replaced or misspelt.

    Replacements often come from `instead`.
    """
    words = draw(st.sampled_from(list(examples))).split(" ")
    for _ in range(draw(st.integers(1, 3))):
        index = draw(st.integers(0, len(words) - 1))
        word = words[index]
        misspelt = f"{word[:-1]}x{word[-1:]}"
        altered = st.sampled_from(([], [word, word], [misspelt], [word[: len(word) // 2]]))
        known = [st.sampled_from(instead).map(lambda name: [name])] if instead else []
        words[index : index + 1] = draw(st.one_of(*known, altered, _odd_words()))
        words = words or [""]
    return " ".join(words)


@st.composite
def altered_orders(draw: st.DrawFn, texts: Sequence[str], words: Sequence[str] = ()) -> str:
    """Draw one of the texts with a few lines dropped, duplicated, altered or from another text."""
    lines = draw(st.sampled_from(list(texts))).split("\n")
    all_lines = [line for text in texts for line in text.split("\n")]
    for _ in range(draw(st.integers(0, 6))):
        index = draw(st.integers(0, len(lines) - 1))
        change = draw(st.sampled_from(("leave out", "double", "spoil", "insert")))
        if change == "leave out" and len(lines) > 1:
            del lines[index]
        elif change == "double":
            lines.insert(index, lines[index])
        elif change == "spoil":
            lines[index] = draw(altered_text([lines[index]], words))
        else:
            lines.insert(index, draw(st.sampled_from(all_lines)))
    return "\n".join(lines)


def _odd_words() -> st.SearchStrategy[list[str]]:
    huge = st.integers(-(10**18), 10**18).map(str)
    word = st.one_of(huge, st.sampled_from(_CHARACTERS), st.text(max_size=8))
    return word.map(lambda text: [text])


def _examples(language: Language) -> list[str]:
    return [text for command in language.commands for text in (command.example, command.mistake)]


def _in_envelope(language: Language, text: str) -> str:
    return f"{language.envelope.opening} game empire\n{text}\n{language.envelope.closing}"


def words_of(data: Any) -> Iterator[str]:
    """Return the names and numbers in plain data, each as a word of an order, in order."""
    words: dict[str, None] = {}
    _gather(data, words)
    return iter(words)


def _gather(data: Any, words: dict[str, None]) -> None:
    if isinstance(data, Mapping):
        for value in data.values():
            _gather(value, words)
    elif isinstance(data, list | tuple):
        for value in data:
            _gather(value, words)
    elif isinstance(data, int) and not isinstance(data, bool):
        words[str(data)] = None
    elif isinstance(data, str) and 0 < len(data) <= 30:
        words[f'"{data}"' if re.search(r"\s", data) else data] = None
