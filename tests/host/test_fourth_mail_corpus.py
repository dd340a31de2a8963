"""Sixty mails in fifteen languages, weighted as real traffic is, and what counts of each.

The mails and the results were written from `docs/mail.md` alone, before any of them was read.
"""

from pathlib import Path

import pytest
import yaml

from horizons_core.orders import Envelope
from horizons_host.mail.bodies import bodies
from horizons_host.mail.parts_read import sets_of
from horizons_host.mail.press_mails import answer_in
from horizons_host.own_words.order_sets import that_count

CORPUS = Path(__file__).parent / "fourth_mail_corpus"
EXPECTED = yaml.safe_load((CORPUS / "expected.yaml").read_text("utf-8"))
ENVELOPES = [Envelope("#EVENTHORIZON"), Envelope("#GALAXY"), Envelope("#FARHORIZONS")]


def order_lines(text: str) -> list[str]:
    """Return the lines of an order set, without blanks that make no difference."""
    lines = (" ".join(line.split()) for line in text.splitlines())
    return [line for line in lines if line.strip("> ")]


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_what_counts_of_a_mail(name: str) -> None:
    expected = EXPECTED[name]
    texts = bodies((CORPUS / name).read_bytes().replace(b"\n", b"\r\n"))
    if expected["kind"] == "message":
        assert answer_in(texts).text.split() == expected["text"].split()
        return
    _, found = sets_of(texts, ENVELOPES)
    sets = list(that_count(found.sets))
    lines = [line for order_set in sets for line in order_lines(order_set.text)]
    if lines and lines[0].startswith("> "):  # a quoted set, or a form that was filled in
        lines = [line.removeprefix("> ") for line in lines]
    assert lines == order_lines(expected["text"])
    assert [not order_set.is_own for order_set in sets] == [bool(expected.get("quoted"))]


def test_every_mail_has_a_result() -> None:
    assert {path.name for path in CORPUS.glob("*.eml")} == set(EXPECTED)
