"""Brings the catalogues of the server's pages up to what templates and code say now.

`python -m tools.texts` adds new texts without a translation, and takes those out that nobody says
any more. What is missing then is found by tests/host/server/test_texts.py.
"""

from __future__ import annotations

import sys
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po, write_po

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
    return catalogue


def catalogue_of(language: str) -> Catalog:
    """The catalogue of a language as it is stored."""
    with (SERVER / "locale" / f"{language}.po").open("rb") as stored:
        return read_po(stored, locale=language)


def update(language: str) -> None:
    """Write the catalogue of a language anew."""
    catalogue = catalogue_of(language)
    catalogue.update(said(), no_fuzzy_matching=True)
    with (SERVER / "locale" / f"{language}.po").open("wb") as stored:
        write_po(stored, catalogue, width=100, ignore_obsolete=True)


if __name__ == "__main__":
    for one in sys.argv[1:] or [path.stem for path in (SERVER / "locale").glob("*.po")]:
        update(one)
