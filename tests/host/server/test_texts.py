"""Texts of the pages: complete in every language, and shown in the reader's."""

from __future__ import annotations

import re
from functools import cache

import pytest

from horizons_host.server import texts
from tests.host.server.browser import Site
from tools.texts import catalogue_of, current_texts

OTHERS = sorted(set(texts.LANGUAGES) - {texts.SOURCE_LANGUAGE})
source_texts = cache(current_texts)
_FIELDS = re.compile(r"%\((\w+)\)[sd]|</?\w+")


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_of_the_pages_is_in_the_catalogue(language: str) -> None:
    catalogue = catalogue_of(language)
    lacking = [m.id for m in source_texts() if m.id and not _translated(catalogue.get(m.id))]
    assert lacking == []


def _translated(message: object) -> bool:
    string = getattr(message, "string", None)
    return all(string) if isinstance(string, tuple) else bool(string)


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_in_the_catalogue_that_no_page_says(language: str) -> None:
    now = source_texts()
    assert [m.id for m in catalogue_of(language) if m.id and m.id not in now] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_places_and_marks_of_its_text(language: str) -> None:
    for message in catalogue_of(language):
        if not message.id:
            continue
        source = message.id if isinstance(message.id, tuple) else (message.id,)
        translated = message.string if isinstance(message.string, tuple) else (message.string,)
        fields = sorted(_FIELDS.findall(source[-1]))
        assert sorted(_FIELDS.findall(translated[-1])) == fields, source[-1]


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en-GB,en;q=0.9,de;q=0.8", "en"),
        ("fr,de;q=0.4,en;q=0.6", "en"),
        ("fr-CH, *;q=0.5", "en"),
        ("de;q=0, en;q=0.1", "en"),
        ("de;q=nonsense", "en"),
    ],
)
def test_a_browser_is_answered_in_the_language_that_it_likes_best(
    header: str, language: str
) -> None:
    assert texts.accepted_language(header) == language


def test_a_page_says_which_language_it_is_in(site: Site) -> None:
    stranger = site.browser()
    assert '<html lang="en"' in stranger.open("/sign-in").text
    stranger.client.headers["Accept-Language"] = "de-CH,de;q=0.9"
    assert '<html lang="de"' in stranger.open("/sign-in").text
