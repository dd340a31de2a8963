"""Mails that were once read wrongly, as received: `found_mails/` has a file for each game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import horizons_core as hz
from horizons_core.model import folded
from horizons_host.messages.posting import Draft, send
from horizons_host.messages.reading import messages_of
from horizons_host.messages.rules import set_rule
from horizons_host.store import GameMails, GameStore, MessagingRule
from tests.host.helpers import fine
from tests.host.mails import empty_outbox, outbox, stored, write_settings

FOUND = Path(__file__).parent / "found_mails"
PROBES = "BUILD 2 0 1 0 0 Probe\nMOVE 1 NE"
MESSAGE = "@ Brin\n{}\n@\nP 20 CAP"
QUOTING = "> shall we share?\nNo.\n  indented line\n; not a comment\n#hashtag line\n-- "
MENTION = "Hello,\n@Brin: I mean you.\nSend nothing.\nProduce 20 Scout"
LONG = "P 20 CAP      ; for now it makes capital; next turn or after it I shall Produce 20 DRIVE"
#: The orders of each stored version, without opening and closing lines.
ORDERS = {
    "event_horizon": [
        "MOVE 1 NE",
        PROBES,
        "NAME 1 \u201cPride of Ada\u201d\nMOVE 1 NE \u2026 ; go",
        PROBES,
        f"; two probes look around \n{PROBES}",
        "MOVE 1 NE",
        PROBES,
        "MOVE 1 SW",
        "*MOVE 1 NE*",
    ],
    "galaxy_g": [MESSAGE.format(QUOTING), MESSAGE.format(MENTION), "P 20 CAP", LONG],
    "far_horizons": ["START PRODUCTION\nPRODUCTION PL Ada Prime\nBUILD 10 PD\nEND"],
}
TOLD = {
    "event_horizon": [
        "Orders in quoted text or in the signature were not read.",
        "name \"Pride of Ada\"",
        "They were found in the attachment orders.txt.",
    ],
    "galaxy_g": ["no #END line", "Your signature was not read."],
    "far_horizons": ["Orders in quoted text or in the signature were not read."],
}  # fmt: skip
GAMES = {
    "event_horizon": ("eh", "--option", "side=6"),
    "galaxy_g": ("gg", "--option", "race_names=given"),
    "far_horizons": ("fh",),
}


def begin(folder, variant, name, *more, ada="ada@example.org", players=("Ada", "Brin")):
    words = [word for player in players for word in ("--player", player)]
    addresses = ("--address", f"Ada={ada}", "--address", "Brin=brin@example.org")
    fine(
        "new", folder, "--variant", variant, "--name", name, *words, *addresses, *more, "--seed", 3
    )
    empty_outbox(folder)
    return folder


@pytest.mark.parametrize("variant", ORDERS)
def test_orders_in_found_mails(tmp_path, variant, monkeypatch):
    monkeypatch.setattr("horizons_host.games.receipts._forecast", lambda examined: "")
    name, *options = GAMES[variant]
    game = begin(tmp_path / name, variant, name, *options)
    box, settings = FOUND / f"{variant}.mbox", write_settings(tmp_path, 1)
    output = fine("mail", "read", "-g", game, "--mbox", box, "--settings", settings).output
    mails = len(re.findall(r"^From ", box.read_text(), re.MULTILINE))
    assert output.count("ada@example.org: orders accepted: Ada in") == mails
    orders = [text.split("\n", 1)[1].replace("#END\n", "").rstrip("\n") for text in stored(game)]
    assert orders == ORDERS[variant]
    answers = " ".join(" ".join(text.split()) for _, _, text in outbox(game))
    for sentence in TOLD[variant]:
        assert sentence in answers


def test_messages_in_found_mails(tmp_path):
    ada, settings = "ada.lovelace@corp.example.org", write_settings(tmp_path, 1)
    game = begin(tmp_path / "pg", "event_horizon", "pg", ada=ada, players=("Ada", "Brin", "Cleo"))
    with GameStore(game) as store:
        set_rule(store, MessagingRule(anonymous=True))
        send(store, Draft("Brin", "We should attack Cleo together.", "", ["Ada"]))
        sent = [mail.mail for mail in GameMails(store).outgoing(["queued"]) if mail.mail.thread]
    box = tmp_path / "messages.mbox"
    (token,) = [mail.thread for mail in sent if mail.subject.startswith("[pg] message")]
    box.write_text(re.sub("<[0-9a-f]{40}@", f"<{token}@", (FOUND / "messages.mbox").read_text()))
    fine("mail", "read", "-g", game, "--mbox", box, "--settings", settings)
    with GameStore(game) as store:
        texts = [message.text for message in messages_of(store, "Brin")]
    second = "I accept. Attack 7,5 on turn 3, not earlier."
    assert texts[2:] == ["Ja.", "Yes.", f"Hello neighbour.\n\n{second}"]
    (returned,) = [text for _, subject, text in outbox(game) if "not sent" in subject]
    assert "yours contains your name or address: 'Ada'" in " ".join(returned.split())
    assert "    Yes, next turn." in returned


def test_a_phones_apostrophe_in_far_horizons():
    order = "ORBIT TR1S Ada{0}s Mule, PL Ada{0}s Rest"
    text = "#FARHORIZONS fha Ada turn 2\nSTART PRE-DEPARTURE\n{}\n{}\nEND\n#END\n"
    written = text.format(order.format("\u2019"), order.format("'"))
    leaning, upright = hz.load_variant("far_horizons").language.read(written).orders
    for name in ("ship", "planet"):
        assert folded(leaning[name].text) == folded(upright[name].text)
