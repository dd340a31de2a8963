"""The battles of a turn on the HTML page, rendered from the events of the log."""

from __future__ import annotations

import re

import horizons_core as hz
from tests.variants.far_horizons.battlefields import FIELD, battlefield
from tests.variants.far_horizons.documents import document, events
from variants.far_horizons.battle import messages
from variants.far_horizons.report import FORM
from variants.far_horizons.report.battles import battles

HOSTILE = "<img src=x onerror=alert(1)>"


def log_events(kinds):
    """Lines of a battle log as a report's events."""
    return [event.to_dict() for event in events(("combat", kind, facts) for kind, facts in kinds)]


def a_turn(**orders):
    """A turn with a battle in deep space and a siege behind it."""
    game = battlefield(
        {"Human": {"BR Maul": {}, "BR Hammer": {}}, "Klingon": {"TR5 Mule": {}, "CT Fly": {}}},
        {"Klingon": {"Rest": {"mining_base": 5.0}}}, players=("Human", "Klingon"),
    )  # fmt: skip
    game.secret = "5" * 64
    texts = {name: f"START COMBAT\nBATTLE {FIELD}\n{text}\nEND\n" for name, text in orders.items()}
    return hz.run_turn(game, texts)


def seen_by(turn, player):
    return [event for event in turn.events if event.visible_to(player)]


def test_sides_units_losses_and_the_course_of_a_battle():
    turn = a_turn(Human="ATTACK SP Klingon\nENGAGE 3\nENGAGE 7 1")
    for player in ("Human", "Klingon"):
        (fought,) = battles(event.to_dict() for event in seen_by(turn, player))
        human, klingon = fought.parties.values()

        assert (fought.place, fought.phase) == (FIELD, "combat")
        assert fought.course == "in deep space, at planet 1, siege of planet 1"
        assert (human.name, human.was, klingon.was) == ("SP Human", "ready", "not ready")
        assert (human.units.total(), klingon.units.total()) == (2, 3)
        assert [*klingon.ends] == ["destroyed"]
        assert sorted(klingon.ends["destroyed"]) == ["CT Fly", "TR5 Mule"]
        assert human.ends == {}


def test_a_short_log_tells_the_same_summary():
    full = a_turn(Human="ATTACK SP Klingon\nENGAGE 3")
    short = a_turn(Human="SUMMARY\nATTACK SP Klingon\nENGAGE 3")
    (first,), (other,) = (
        [*battles(e.to_dict() for e in seen_by(turn, "Human"))] for turn in (full, short)
    )

    assert first == other


def test_a_battle_without_a_fight_says_why():
    (fought,) = battles(event.to_dict() for event in seen_by(a_turn(Human="ENGAGE 3"), "Human"))

    assert fought.course == "But no one was willing to throw the first punch!"


def test_ships_that_withdrew_were_forced_away_or_captured():
    sector = {"x": 1, "y": 2, "z": 3}
    (fought,) = battles(log_events([
        (messages.PLACE, sector),
        (messages.UNITS_OF_SIDE, {"side": "SP A", "units": "CT One (A3,D), CT One (A3,D), BAS Fort"
                                                          " (A0,O1,50000 tons)"}),
        (messages.UNITS_OF_SIDE, {"side": "SP B", "units": "CT Two (A3,D), PL Home"}),
        (messages.WITHDREW, {"ship": "CT Two (A4,D)"}),
        (messages.HIJACKED, {"ship": "BAS Fort (A9,O1,50000 tons)", "amount": 70}),
        (messages.FORCED, {"shooter": "CT Two (A3,D)", "units": "1 FM", "target": "CT One (A3,D)"}),
        (messages.END, sector),
    ]))  # fmt: skip

    assert [(party.name, party.units.total(), party.ends) for party in fought.parties.values()] == [
        ("SP A", 3, {"captured": ["BAS Fort"], "withdrew": ["CT One"]}),
        ("SP B", 2, {"withdrew": ["CT Two"]}),
    ]  # fmt: skip


def test_the_page_has_the_section_only_after_a_battle():
    turn = a_turn(Human="ATTACK SP Klingon\nENGAGE 3")
    page = FORM.html(document(rows=seen_by(turn, "Human")))

    assert 'id="battles"' not in FORM.html(document())
    assert '<a href="#battles">Battles</a>' in page
    section = page[page.index('<section class="card" id="battles">') :]
    section = section[: section.index("</section>")]
    words = re.sub(r"<[^>]*>|\s+", " ", section)
    assert "in deep space" in words
    assert "SP Klingon" in words
    assert "CT Fly" in words


def test_names_in_the_section_are_text():
    sector = {"x": 1, "y": 2, "z": 3}
    kinds = [
        (messages.PLACE, sector),
        (messages.UNITS_OF_SIDE, {"side": f"SP {HOSTILE}", "units": f"CT {HOSTILE} (A3,D)"}),
        (messages.DESTROYED, {"ship": f"CT {HOSTILE}"}),
        (messages.END, sector),
    ]
    page = FORM.html(document(rows=events(("combat", kind, facts) for kind, facts in kinds)))

    assert HOSTILE not in page
    assert "&lt;img src=x" in page
