"""Collections of sixty mails, and the orders that are expected from each mail.

Their folders: mails of two dozen mail programs; mails of more programs and languages; mails in
fifteen languages, weighted like real traffic. The mails and the results were written from
`docs/mail.md` alone, before any of them was read.
"""

from pathlib import Path

import pytest
import yaml

from horizons_core.orders import Envelope
from horizons_host.mail.bodies import mail_texts
from horizons_host.mail.order_sets import counting_sets
from horizons_host.mail.parts import sets_of
from horizons_host.mail.replies import reply_text

CORPORA = [Path(__file__).parent / f"{nth}_mail_corpus" for nth in ("second", "third", "fourth")]
EXPECTED = {
    corpus / name: expected
    for corpus in CORPORA
    for name, expected in yaml.safe_load((corpus / "expected.yaml").read_text("utf-8")).items()
}
ENVELOPES = [Envelope("#EVENTHORIZON"), Envelope("#GALAXY"), Envelope("#FARHORIZONS")]


def order_lines(text: str) -> list[str]:
    """Return the lines of a set of orders, without blanks that make no difference."""
    lines = (" ".join(line.split()) for line in text.splitlines())
    return [line for line in lines if line.strip("> ")]


@pytest.mark.parametrize("mail", EXPECTED, ids=lambda mail: f"{mail.parent.name}/{mail.name}")
def test_a_mail_gives_the_expected_orders(mail: Path) -> None:
    expected = EXPECTED[mail]
    texts = mail_texts(mail.read_bytes().replace(b"\n", b"\r\n"))
    if expected["kind"] == "message":
        assert reply_text(texts).text.split() == expected["text"].split()
        return
    _, result = sets_of(texts, ENVELOPES)
    sets = list(counting_sets(result.sets))
    lines = [line for order_set in sets for line in order_lines(order_set.text)]
    if lines and lines[0].startswith("> "):  # a quoted set, or a completed form
        lines = [line.removeprefix("> ") for line in lines]
    assert lines == order_lines(expected["text"])
    assert len(sets) == 1
    if not expected.get("form"):
        assert sets[0].is_own is not bool(expected.get("quoted"))


def test_every_mail_has_a_result() -> None:
    assert {path for corpus in CORPORA for path in corpus.glob("*.eml")} == set(EXPECTED)
