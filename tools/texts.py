"""Brings the catalogues of the server's pages up to what templates and code say now.

`python -m tools.texts` adds new texts without a translation, and takes those out that nobody says
any more. What is missing then is found by tests/host/server/test_texts.py.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po, write_po

import horizons_core as hz
from horizons_core.plugins.guides import guide_of
from horizons_host.notifications.words import KINDS

SERVER = Path(__file__).parents[1] / "src/horizons_host/server"
_METHODS = [("**.jinja", "jinja2.ext:babel_extract"), ("**.py", "python")]
_OPTIONS = {"**.jinja": {"trimmed": "true", "silent": "false", "trim_blocks": "true"}}
_KEYWORDS = {**DEFAULT_KEYWORDS, "later": None}


def said() -> Catalog:
    """What templates and code say, in the order of the files."""
    catalogue = Catalog(charset="utf-8")
    found = extract_from_dir(SERVER, _METHODS, _OPTIONS, keywords=_KEYWORDS)
    for name, _line, message, _comments, context in sorted(found, key=lambda one: one[:2]):
        if name == "texts.py":
            continue  # what its functions call each other with is no text
        catalogue.add(message, locations=[(name, None)], context=context)
    for message in (*KINDS.values(), *_of_games()):
        catalogue.add(message)
    return catalogue


def _of_games() -> Iterator[str]:
    """What pages show of the games that ship: their summaries, options and lessons."""
    for info in hz.variants().values():
        if info.package.startswith("variants."):
            yield info.summary
            yield from (option.help for option in info.options if not option.secret)
            lesson = guide_of(info.name).lesson
            if lesson:
                yield from (lesson.intro, lesson.look, lesson.after)
                yield from (step.says for step in lesson.steps)


def catalogue_of(language: str) -> Catalog:
    """The catalogue of a language as it is stored."""
    with (SERVER / "locale" / f"{language}.po").open("rb") as stored:
        return read_po(stored, locale=language)


def update(language: str) -> None:
    """Write the catalogue of a language anew."""
    catalogue = catalogue_of(language)
    catalogue.update(said(), no_fuzzy_matching=True)
    store(language, catalogue)


def store(language: str, catalogue: Catalog) -> None:
    """Write a catalogue without what changes from one day to the next."""
    with (SERVER / "locale" / f"{language}.po").open("wb") as stored:
        write_po(stored, catalogue, width=100, omit_header=True, ignore_obsolete=True)


if __name__ == "__main__":
    for one in sys.argv[1:] or [path.stem for path in (SERVER / "locale").glob("*.po")]:
        update(one)
