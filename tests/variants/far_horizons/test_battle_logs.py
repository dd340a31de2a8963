"""The combat log: its full and short forms, and its secrets."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.battlefields import ENGINE, FIELD, battlefield, combat
from tests.variants.far_horizons.single_steps import Fair, step
from tools.far_horizons_parity.battles import ShotByShot
from variants.far_horizons.battle import log as battle_log
from variants.far_horizons.model import ShipLocation

ORBIT = {"at": f"{FIELD} #1"}
SHIP = {"DD One": {}}


def _plain(log):
    return " ".join(log.split())


def _bout(key=1, **more):
    """The Human's cruiser against two ships and a planet; the Klingon wants the short log."""
    game = battlefield(
        {"Human": {"BC Fist": {"age": 3}}, "Klingon": {"DD Bird": ORBIT, "TR5 Mule": ORBIT}},
        {"Klingon": {"Rock": {"mining_base": 10, "items": {"PD": 900}}}},
        Human={"techs": {"ML": 30}},
    )
    return combat(game, Human="ATTACK SP Klingon\nENGAGE 4 1", Klingon="SUMMARY",
                  options={"chance": Fair(key), **more})  # fmt: skip


@pytest.mark.rule("FH-SUMMARY-001")
def test_the_full_log_has_every_shot():
    fought = _bout()
    log = fought.log("Human")
    shots = [event for event in fought.events("Human") if event.code == "shot"]
    assert len(shots) > 5
    assert log.count(" fires on ") == len(shots)
    assert log.count("hits!") + log.count("misses!") == len(shots)
    assert "fires on PL Rock defenses and" in _plain(log)
    assert "killing blow" not in log


@pytest.mark.rule("FH-SUMMARY-002")
def test_the_short_log_has_the_important_news_only():
    fought = _bout()
    log = fought.log("Klingon")
    assert " fires on " not in log
    assert "round" not in log
    important = (
        "mobilized",
        "Units present:",
        "DD Bird was destroyed.",
        "The killing blow was delivered by BC Fist.",
        "All planetary defenses have been destroyed on PL Rock!",
        "End of battle",
    )
    assert [news for news in important if news not in log] == []
    assert "PDs on PL Rock were destroyed" not in log
    assert "PDs on PL Rock were destroyed" in fought.log("Human")


def test_the_short_log_of_the_engine_counts_defenses():
    assert "PL Rock were destroyed by BC Fist." in _plain(_bout(**ENGINE).log("Klingon"))


@pytest.mark.rule("FH-SUMMARY-002")
def test_a_short_log_of_one_shortens_no_other():
    game = battlefield({"Human": SHIP, "Klingon": SHIP})
    orders = "ATTACK SP Klingon\nENGAGE 3"
    full = combat(game, Human=orders)
    short = combat(game, Human=orders, Klingon="SUMMARY")
    assert full.log("Human").count("fires") == short.log("Human").count("fires") > 0


@pytest.mark.rule("FH-SUMMARY-003")
def test_the_gamemaster_may_shorten_all_logs():
    game = battlefield({"Human": SHIP, "Klingon": SHIP})
    game.options["short_logs"] = True
    fought = combat(game, Human="ATTACK SP Klingon\nENGAGE 3")
    assert "fires" not in fought.log("Human") + fought.log("Klingon")
    assert "was destroyed" in fought.log("Human")


@pytest.mark.rule("FH-SUMMARY-004")
def test_ages_cargo_and_shields_are_not_told_during_the_fight():
    game = battlefield({"Human": {"BC Fist": {}}, "Klingon": {"BC Bird": {"cargo": {"CU": 40}}}})
    for key in range(5):
        fought = combat(game, Human="ATTACK SP Klingon\nENGAGE 3", options={"chance": Fair(key)})
        log = fought.log("Human")
        assert "CU" not in log
        facts = [event.data for event in fought.events("Human") if event.code == "shot"]
        assert all(set(fact) == {"shooter", "target", "outcome"} for fact in facts)


def test_all_participants_read_the_same():
    game = battlefield({"Human": SHIP, "Klingon": SHIP, "Romulan": SHIP, "Vulcan": {}})
    fought = combat(game, Human="ATTACK SP Klingon\nENGAGE 3", Romulan="ENGAGE 3")
    logs = {species: fought.log(species).partition("Combat log:")[2]
            for species in ("Human", "Klingon", "Romulan")}  # fmt: skip
    assert len(set(logs.values())) == 1
    assert fought.log("Vulcan") == ""


def test_the_log_of_a_small_battle():
    game = battlefield({"Human": {"BC Fist": {"age": 5}}, "Klingon": {"PB Gnat": {"age": 40}}},
                       Klingon={"techs": {"ML": 0, "LS": 0}})  # fmt: skip
    fought = combat(
        game,
        Human="ATTACK SP Klingon\nENGAGE 3",
        options={"chance": _Low(), "combat": ShotByShot()},
    )
    assert fought.log("Klingon").split("\n") == [
        "",
        "Combat log:",
        "",
        "  Battle orders were received for sector 12, 13, 10. The following species",
        "    are present:",
        "",
        "    SP Human is mobilized and ready for combat.",
        "    SP Klingon does not appear to be ready for combat.",
        "",
        "    The battle begins in deep space, outside the range of planetary",
        "      defenses...",
        "",
        "      Units present:",
        "        SP Human: BC Fist (A5,D)",
        "        SP Klingon: PB Gnat (A40,D)",
        "",
        "      Now doing round 1:",
        "        BC Fist fires on PB Gnat and hits!",
        "        PB Gnat was destroyed.",
        "",
        "  End of battle in sector 12, 13, 10.",
    ]


class _Low:
    """Dice that show the lowest face, but 100 for the opportunity of a forced jump."""

    def __init__(self):
        self._hundreds = 0

    def dice(self, *_subject):
        def roll(sides):
            if sides == 100:
                self._hundreds += 1
                return 100 if self._hundreds % 2 else 1
            return 1

        return roll

    def drawn(self, *_subject):
        return ()


@pytest.mark.rule("FH-STRIKE-005")
def test_who_loses_everything_learns_who_attacked():
    game = battlefield({"Human": {"BC Fist": {}}, "Klingon": {"PB Gnat": {"age": 45}},
                        "Romulan": {"TR1 Bystander": {"at": f"{FIELD} #2", "status": "landed"}}},
                       {"Vulcan": {"Secret": {"mining_base": 10, "hidden": True}}})  # fmt: skip
    fought = combat(game, phase="strikes", Human="ATTACK SP Klingon\nENGAGE 3")
    log = fought.log("Klingon")
    assert fought.ship("Klingon", "Gnat") is None
    assert "SP Human" in log
    assert "Romulan" not in log
    assert "Vulcan" not in log
    assert "Secret" not in log


@pytest.mark.rule("FH-STRIKE-001")
@pytest.mark.rule("FH-STRIKE-004")
def test_the_strike_phase_fights_too():
    game = battlefield({"Human": {"BC Fist": {}}, "Klingon": {"PB Gnat": {"age": 45}}})
    fought = combat(game, phase="strikes", Human="ATTACK SP Klingon\nENGAGE 3")
    assert "Strike log:" in fought.log("Human")
    assert fought.ship("Klingon", "Gnat") is None


@pytest.mark.rule("FH-STRIKE-003")
def test_the_next_combat_phase_goes_on_where_the_strikes_ended():
    game = battlefield({"Human": {"BC Fist": {}}, "Klingon": {"BC Bird": {}, "DD Gone": {}}})
    orders = {"Human": "ATTACK SP Klingon\nENGAGE 3", "Klingon": "WITHDRAW 0 5 100\nHAVEN 9 9 9"}
    struck = combat(game, phase="strikes", **orders)
    ended = step("finish", struck.game)
    for species in ("Human", "Klingon"):
        for ship in struck.species(species).living_ships():
            assert ended.ship(species, ship.name).age == ship.age + 1
    away = [
        s.name for s in ended.species("Klingon").living_ships() if s.where == ShipLocation.WITHDREW
    ]
    assert away
    fought = combat(ended.game, Human="ENGAGE 3")
    units = fought.log("Human")
    assert not any(name in units for name in away)


def test_battles_are_told_in_the_order_in_which_they_were_named():
    ships = {"DD One": {}, "DD Two": {"at": "9 9 9"}}
    orders = {"Human": f"BATTLE 9 9 9\nBATTLE {FIELD}", "Klingon": f"BATTLE {FIELD}"}
    game = battlefield({"Human": ships, "Klingon": SHIP})
    log = step("combat", game, orders).log("Human")
    assert log.index("sector 9, 9, 9") < log.index("sector 12, 13, 10")


def test_a_log_without_end_is_cut_short(monkeypatch):
    monkeypatch.setattr(battle_log, "MAX_DETAILS", 12)
    game = battlefield({"Human": {"BC Fist": {}}, "Klingon": {"BC Bird": {}}})
    log = combat(game, Human="ATTACK SP Klingon\nENGAGE 3").log("Human")
    assert log.count(" fires on ") + log.count("Now doing round") == 6
    assert log.count("(The rest of this battle is summarized.)") == 1
    assert "was destroyed" in log
