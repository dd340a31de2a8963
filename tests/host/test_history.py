"""Reports as pages use them: merged sentences, names on the map, and a bounded cache."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from horizons_host.reports.events import Linker, common_words, place_of, places_of
from horizons_host.store.caches import DocumentCache


def chart(*places: str) -> dict[str, object]:
    return {"places": [{"id": place, "label": ""} for place in places]}


@pytest.mark.parametrize(
    ("sentences", "words"),
    [
        (["Built Probe 1 in 3,4.", "Built Lancer in 3,4."], "Built … in 3,4."),
        (["It is mapped.", "It is mapped."], "It is mapped."),
        (["One thing", "quite another sentence"], ""),
        (["Mining rose from 3 to 4.", "Biology rose from 3 to 4."], ""),
        (["Alone"], "Alone"),
        ([], ""),
    ],
)
def test_sentences_alike_are_told_by_the_words_that_all_have(
    sentences: list[str], words: str
) -> None:
    assert common_words(sentences) == words


@given(st.lists(st.lists(st.sampled_from("abcdef"), min_size=1, max_size=8), min_size=1))
def test_common_words_keep_their_order_in_every_sentence(sentences: list[list[str]]) -> None:
    words = common_words(" ".join(sentence) for sentence in sentences).split()
    for sentence in sentences[:12]:
        rest = iter(sentence)
        assert all(word in rest for word in words if word != "…")


def test_names_are_found_whole_and_the_longest_first() -> None:
    linker = Linker({"Sol": "1", "Sol Prime": "2", "-4,8": "3", "7": "4"})
    assert linker.parts("Sol Prime, Solar and Sol: at -4,8, not 7.") == [
        ("Sol Prime", "2"),
        (", Solar and ", None),
        ("Sol", "1"),
        (": at ", None),
        ("-4,8", "3"),
        (", not 7.", None),
    ]


@given(st.text("ab -,1", max_size=40), st.sets(st.text("ab -1", min_size=1, max_size=5)))
def test_parts_are_the_sentence(text: str, names: set[str]) -> None:
    parts = Linker(dict.fromkeys(names, "x")).parts(text)
    assert "".join(words for words, _ in parts) == text
    assert all(words in names for words, place in parts if place)


def test_things_of_the_view_are_found_by_where_they_say_they_are() -> None:
    report = {
        "map": chart("3,4", "12 17 17"),
        "view": {
            "ships": [
                {"name": "Hope", "sector": "3,4"},
                {"name": "Scout", "sector": [12, 17, 17]},
                {"name": "Twin", "sector": "3,4"},
                {"name": "Twin", "sector": "12 17 17"},
                {"name": "Lost", "sector": "elsewhere"},
            ]
        },
    }
    places = places_of(report)
    assert (places["Hope"], places["Scout"]) == ("3,4", "12 17 17")
    assert not {"Twin", "Lost"} & places.keys()
    assert place_of({"place": "12 17 17 #3"}, places) == "12 17 17"
    assert place_of({"place": None}, places) is None


def test_what_is_kept_is_made_once_and_the_oldest_goes_first() -> None:
    calls: list[bytes] = []
    cache: DocumentCache[bytes] = DocumentCache(2)

    def ask(stored: bytes) -> bytes:
        return cache.of(stored, "it", lambda: calls.append(stored) or stored)

    for stored in (b"a", b"b", b"a", b"c", b"a", b"b"):
        assert ask(stored) == stored
    assert calls == [b"a", b"b", b"c", b"b"]
    assert cache.of(b"a", "another", lambda: b"x") == b"x"
