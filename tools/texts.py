"""Update the catalogues of the server's pages from templates and code.

`python -m tools.texts` adds new texts without a translation, and removes unused ones. Missing
translations are found by tests/host/server/test_texts.py.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract, extract_from_dir
from babel.messages.pofile import read_po, write_po

import horizons_core as hz
from horizons_core.localized_text import FIELD
from horizons_core.orders import Card, Command, Shop
from horizons_core.plugins.guides import guide_of
from horizons_host.notifications.texts import KINDS

SOURCES = Path(__file__).parents[1] / "src"
SERVER = SOURCES / "horizons_host/server"
#: Packages that make a LocalizedText for a page.
_PACKAGES = ("horizons_core", "horizons_host", "variants")
_METHODS = [("**.jinja", "jinja2.ext:babel_extract"), ("**.py", "python")]
_OPTIONS = {"**.jinja": {"trimmed": "true", "silent": "false", "trim_blocks": "true"}}
_KEYWORDS = {**DEFAULT_KEYWORDS, "mark_text": None}
#: `LocalizedText(template, ...)` and `LocalizedText.plural(singular, plural, ...)`.
_LOCALIZED = {"LocalizedText": None, "plural": (1, 2)}


def current_texts() -> Catalog:
    """Return the texts in templates and code, in the order of the files."""
    catalogue = Catalog(charset="utf-8")
    messages = extract_from_dir(SERVER, _METHODS, _OPTIONS, keywords=_KEYWORDS)
    for name, _line, message, _comments, context in sorted(messages, key=lambda entry: entry[:2]):
        if name == "texts.py":
            continue  # the messages between its own functions are no texts
        catalogue.add(message, locations=[(name, None)], context=context)
    for file, text in localized_texts():
        catalogue.add(text, locations=[(file, None)])
    for message in (*KINDS.values(), *_of_games()):
        catalogue.add(message)
    return catalogue


def localized_texts() -> Iterator[tuple[str, str | tuple[str, str]]]:
    """Yield the file and the template of each LocalizedText; both templates of a plural."""
    for package in _PACKAGES:
        for path in sorted((SOURCES / package).rglob("*.py")):
            source = path.read_bytes()
            if b"LocalizedText" not in source:
                continue
            for _, message, _, _ in extract("python", BytesIO(source), _LOCALIZED):
                if isinstance(message, tuple):
                    singular, plural = message
                    yield path.relative_to(SOURCES).as_posix(), (singular, plural)
                elif FIELD.sub("", message).strip(" .:"):
                    yield path.relative_to(SOURCES).as_posix(), message


def _of_games() -> Iterator[str]:
    """Yield texts of the included games: their summaries, options, lessons and commands."""
    for info in hz.variants().values():
        if info.package.startswith("variants."):
            yield info.summary
            yield from (option.help for option in info.options if not option.secret)
            lesson, hints = guide_of(info.name).lesson, guide_of(info.name).hints
            yield from hints.reasons.values() if hints else ()
            if lesson:
                yield from (lesson.intro, lesson.after)
                for turn in lesson.turns:
                    yield from filter(None, (turn.missed, *(step.says for step in turn.steps)))
            for command in hz.load_variant(info.name).commands:
                yield from _of_command(command)


def _of_command(command: Command) -> Iterator[str]:
    """Yield what a page says of a command and its arguments."""
    texts = [command.label, command.group, command.help, *_of_card(command.card)]
    asked = {name for form in command.templates for name in form.names}
    for name in sorted(asked):
        argument = command.arguments[name]
        texts += [argument.label or name.replace("_", " "), argument.help]
    yield from filter(None, texts)


def _of_card(card: Card | Shop | None) -> Iterator[str]:
    """Yield the names on a card, apart from those that its functions return."""
    if card is not None:
        yield card.other
    if isinstance(card, Shop):
        yield from (card.label, *(goods.label for goods in card.goods))


def catalogue_of(language: str) -> Catalog:
    """Return the stored catalogue of a language."""
    with (SERVER / "locale" / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def update(language: str) -> None:
    """Update the catalogue of a language."""
    catalogue = catalogue_of(language)
    catalogue.update(current_texts(), no_fuzzy_matching=True)
    store(language, catalogue)


def store(language: str, catalogue: Catalog) -> None:
    """Write a catalogue without data that changes from day to day."""
    with (SERVER / "locale" / f"{language}.po").open("wb") as file:
        write_po(file, catalogue, width=100, omit_header=True, ignore_obsolete=True)


if __name__ == "__main__":
    for language in sys.argv[1:] or [path.stem for path in (SERVER / "locale").glob("*.po")]:
        update(language)
