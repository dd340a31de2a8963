"""Hypothesis strategies for anybody's tests: keys, seeds, order texts and played games.

What is drawn depends on the variant given: order texts come from its grammar and its examples.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark

from horizons_core.model.entities import Game
from horizons_core.model.views import View
from horizons_core.orders.grammar import OrderLanguage
from horizons_core.orders.language import Language
from horizons_core.plugins.variant import Variant
from horizons_core.testing.playing import played

#: Signs that mean something to the order reader, or to some careless part of a program.
_SIGNS = "\"#;*/\\>{}%$<&'\t\r\n\x00\u00a0\u2028\ufeff\ud800 "


def keys() -> st.SearchStrategy[int]:
    """Keys of battles and streams: numbers of 64 bits, the ends included."""
    return st.one_of(st.sampled_from((0, 1, 2**63, 2**64 - 1)), st.integers(0, 2**64 - 1))


def seeds() -> st.SearchStrategy[int | str]:
    """Seeds as people give them: numbers and words."""
    return st.one_of(st.integers(-(2**70), 2**70), st.text(max_size=20))


def texts() -> st.SearchStrategy[str]:
    """Any text at all, signs of the order language included."""
    characters = st.one_of(st.characters(), st.sampled_from(_SIGNS))
    return st.text(characters, max_size=200)


@st.composite
def played_games(draw: st.DrawFn, variant: Variant, players: Sequence[str], turns: int = 6) -> Game:
    """Games that bots have played for up to `turns` turns (few seeds, so that they are kept)."""
    games = played(variant, tuple(players), seed=draw(st.integers(1, 3)), turns=turns)
    played_on: list[Game] = [games[0].before, *(turn.after.game for turn in games)]
    return draw(st.sampled_from(played_on))


def order_texts(variant: Variant, view: View | None = None) -> st.SearchStrategy[str]:
    """Order texts of every degree of sense: from the grammar, from examples spoilt, and any text.

    Of a language without a grammar the examples are taken as they are. With a view, words are often
    names and numbers that stand in it.
    """
    language = variant.language
    words = tuple(words_of(view.data))[:300] if view else ()
    others = (spoilt(_examples(language)), texts())
    if isinstance(language, OrderLanguage):
        line = _often(orders_of(language, words), len(language.commands), others)
    else:
        line = st.one_of(*_without_grammar(language, words), *others)
    lines = st.lists(line, max_size=8).map("\n".join)
    return st.one_of(lines, lines.map(lambda text: _in_envelope(language, text)), texts())


def orders_of(language: OrderLanguage, words: tuple[str, ...] = ()) -> st.SearchStrategy[str]:
    """Single orders that the grammar rules of the commands accept, any command as often as another.

    Words of the orders are often those that are given.
    """
    explicit = {}
    for terminal in language.parser.terminals:
        pattern = re.compile(terminal.pattern.to_regexp())
        drawn = st.from_regex(pattern, fullmatch=True)
        known = [word for word in words if pattern.fullmatch(word)]
        numbers = st.integers(0, 12).map(str).filter(pattern.fullmatch)
        likely = [st.sampled_from(known)] if known else []
        if terminal.name in {"WORD", "QUOTED"}:
            drawn = st.one_of(*likely, *([numbers] if pattern.fullmatch("1") else []), drawn)
        explicit[terminal.name] = drawn.map(lambda word: f"{word} ")
    return from_lark(language.parser, explicit=explicit)


@st.composite
def _often(
    draw: st.DrawFn,
    one: st.SearchStrategy[str],
    times: int,
    others: Sequence[st.SearchStrategy[str]],
) -> str:
    """What one strategy gives, so many times as often as each of the others."""
    place = draw(st.integers(0, times + len(others) - 1))
    text: str = draw(one if place < times else others[place - times])
    return text


def _without_grammar(language: Language, words: Sequence[str]) -> list[st.SearchStrategy[str]]:
    """Examples as they are, and with names and numbers of a view in them."""
    examples = [command.example for command in language.commands]
    plain = [word.strip('"') for word in words]
    return [st.sampled_from(examples), *([spoilt(examples, plain)] if plain else [])]


@st.composite
def spoilt(draw: st.DrawFn, examples: Sequence[str], instead: Sequence[str] = ()) -> str:
    """One of the texts with a few words left out, doubled, exchanged or misspelt.

    Words given in `instead` are often what a word is exchanged for.
    """
    words = draw(st.sampled_from(list(examples))).split(" ")
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(words) - 1))
        word = words[place]
        misspelt = f"{word[:-1]}x{word[-1:]}"
        near = st.sampled_from(([], [word, word], [misspelt], [word[: len(word) // 2]]))
        known = [st.sampled_from(instead).map(lambda one: [one])] if instead else []
        words[place : place + 1] = draw(st.one_of(*known, near, _odd_words()))
        words = words or [""]
    return " ".join(words)


@st.composite
def disturbed(draw: st.DrawFn, texts: Sequence[str], words: Sequence[str] = ()) -> str:
    """One of the texts with a few lines left out, doubled, spoilt or taken from another text."""
    lines = draw(st.sampled_from(list(texts))).split("\n")
    others = [line for text in texts for line in text.split("\n")]
    for _ in range(draw(st.integers(0, 6))):
        place = draw(st.integers(0, len(lines) - 1))
        change = draw(st.sampled_from(("leave out", "double", "spoil", "insert")))
        if change == "leave out" and len(lines) > 1:
            del lines[place]
        elif change == "double":
            lines.insert(place, lines[place])
        elif change == "spoil":
            lines[place] = draw(spoilt([lines[place]], words))
        else:
            lines.insert(place, draw(st.sampled_from(others)))
    return "\n".join(lines)


def _odd_words() -> st.SearchStrategy[list[str]]:
    huge = st.integers(-(10**18), 10**18).map(str)
    word = st.one_of(huge, st.sampled_from(_SIGNS), st.text(max_size=8))
    return word.map(lambda one: [one])


def _examples(language: Language) -> list[str]:
    return [text for command in language.commands for text in (command.example, command.mistake)]


def _in_envelope(language: Language, text: str) -> str:
    return f"{language.envelope.opening} game empire\n{text}\n{language.envelope.closing}"


def words_of(data: Any) -> Iterator[str]:
    """Names and numbers that stand in plain data, each as a word of an order, in its order."""
    seen: dict[str, None] = {}
    _gather(data, seen)
    return iter(seen)


def _gather(data: Any, seen: dict[str, None]) -> None:
    if isinstance(data, Mapping):
        for value in data.values():
            _gather(value, seen)
    elif isinstance(data, list | tuple):
        for value in data:
            _gather(value, seen)
    elif isinstance(data, int) and not isinstance(data, bool):
        seen[str(data)] = None
    elif isinstance(data, str) and 0 < len(data) <= 30:
        seen[f'"{data}"' if re.search(r"\s", data) else data] = None
