"""The orders of the combat and strike sections: accepted, refused and acknowledged ones."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.battlefields import FIELD, battlefield, combat
from tests.variants.far_horizons.single_steps import RULES, step
from variants.far_horizons.battle.model import (
    BattleOption,
    DeclaredAttack,
    FighterKind,
    HostileAct,
    PlannedBattles,
    WithdrawalLimits,
)
from variants.far_horizons.model.orders import section_of
from variants.far_horizons.mods.engine_1999.commands import as_in_1999
from variants.far_horizons.mods.engine_1999.language import Language1999
from variants.far_horizons.mods.engine_1999.names import ForgivingNames
from variants.far_horizons.orders.commands import COMMANDS
from variants.far_horizons.orders.language import FarHorizonsLanguage
from variants.far_horizons.rules.battles import BattleSection
from variants.far_horizons.rules.contact import locations
from variants.far_horizons.rules.dispatch import carry_out
from variants.far_horizons.step_context import StepContext

ENGINE = {"names": ForgivingNames()}


def _game():
    return battlefield(
        {
            "Human": {"DD Hammer": {}, "DD Nail": {"at": "Earth", "status": "landed"}},
            "Klingon": {"DD Bird": {}},
        }
    )


def _read(text, game=None, section="COMBAT", habits=(), **options):
    """The muster after the Human's orders, and the step's context.

    `habits` are names of changes that the mod of 1999 makes to commands; with options it makes all.
    """
    game = game or _game()
    changed = as_in_1999(COMMANDS, habits)
    language = Language1999(as_in_1999(COMMANDS)) if options else FarHorizonsLanguage(changed)
    orders = language.read(f"START {section}\n{text}\nEND\n", empire="Human").orders
    context = StepContext.alone(RULES, game, {"Human": orders}, **options)
    planned = PlannedBattles(present=locations(game.empires))
    context.shared = BattleSection(planned, section == "STRIKES")
    carry_out(context, game.empires[0], section_of(orders, section))
    return planned, context


def _intent(text, **options):
    planned, _ = _read(f"BATTLE {FIELD}\n{text}", **options)
    return planned.battles[12, 13, 10][1]


def _texts(context):
    """The events received by the species that gave the orders."""
    return [event.text for event in context.events if event.code != "section-begun"]


def _codes(text, **options):
    _, context = _read(text, **options)
    return [remark.code for remarks in context.diagnostics.values() for remark in remarks]


@pytest.mark.rule("FH-BATTLE-001")
@pytest.mark.parametrize("order", [f"BATTLE {FIELD}", f"bat {FIELD} ; here"])
def test_battle_opens_a_battle(order):
    planned, context = _read(order)
    assert list(planned.battles) == [(12, 13, 10)]
    assert _texts(context) == ["A battle order was issued for sector 12 13 10."]


@pytest.mark.rule("FH-BATTLE-001")
@pytest.mark.parametrize(
    ("words", "code"),
    [("12 13", "no-sector"), ("", "no-sector"), ("PL Earth", "no-sector"),
     (f"{FIELD} 1", "too-many-words"), ("-1 13 10", "no-sector")],
)  # fmt: skip
def test_battle_takes_three_coordinates(words, code):
    assert _codes(f"BATTLE {words}") == [code]


@pytest.mark.rule("FH-BATTLE-001")
@pytest.mark.rule("FH-WITHDRAW-001")
def test_the_engine_ignores_what_follows_the_coordinates():
    assert _codes(f"BATTLE {FIELD} 1", **ENGINE) == []
    assert _intent("HAVEN -1 2 3 4", habits=("ignore_extra_numbers",)).haven == (-1, 2, 3)
    assert _codes("BATTLE -1 13", habits=("ignore_extra_numbers",)) == ["no-sector"]


@pytest.mark.rule("FH-BATTLE-002")
@pytest.mark.parametrize(
    "order",
    ["ENGAGE 3", "ATTACK 0", "HIJACK 0", "HAVEN 1 2 3", "WITHDRAW 1 2 3", "TARGET 1", "SUMMARY",
     "HIDE DD Nail"],
)  # fmt: skip
def test_orders_need_a_battle_before_them(order):
    assert _codes(order) == ["no-battle"]
    assert _codes(f"BATTLE {FIELD}\n{order}\n") == []


@pytest.mark.rule("FH-BATTLE-002")
@pytest.mark.rule("FH-BATTLE-003")
def test_orders_are_for_the_battle_named_last():
    game = battlefield({"Human": {"DD Hammer": {}, "DD Far": {"at": "9 9 9"}}, "Klingon": {}})
    text = f"BATTLE {FIELD}\nATTACK SP Klingon\nBATTLE 9 9 9\nATTACK SP Romulan"
    planned, _ = _read(text, game)
    named = {at: [target.species for target in e[1].named] for at, e in planned.battles.items()}
    assert named == {(12, 13, 10): [2], (9, 9, 9): [3]}


@pytest.mark.rule("FH-BATTLE-002")
def test_after_a_refused_battle_orders_have_no_battle():
    text = f"BATTLE {FIELD}\nBATTLE 1 1 1\nENGAGE 3"
    assert _codes(text) == ["not-at-battle", "no-battle"]
    planned, _ = _read(text, **ENGINE)
    assert planned.battles[12, 13, 10][1].options == [BattleOption(0), BattleOption(3)]


@pytest.mark.rule("FH-BATTLE-002")
def test_after_a_refused_battle_the_engine_writes_over_those_named_before():
    """Itself, here; the place in the list keeps its HIJACK."""
    intent = _intent("HIJACK SP Klingon\nBATTLE 1 1 1\nATTACK SP Human", **ENGINE)
    assert intent.named == [DeclaredAttack(HostileAct.HIJACK, 1)]


@pytest.mark.rule("FH-BATTLE-002")
def test_who_is_not_there_has_no_place_in_the_engines_list_of_those_named():
    text = "ATTACK SP Romulan\nATTACK SP Klingon\nBATTLE 1 1 1\nATTACK SP Vulcan"
    intent = _intent(text, **ENGINE)
    assert {target.species for target in intent.named} == {2, 4}


@pytest.mark.rule("FH-ATTACK-002")
def test_in_the_engine_attack_zero_names_all_enemies_one_by_one():
    game = _game()
    game.empires[0].enemies = ["Human", "Klingon", "Romulan"]
    named = [DeclaredAttack(HostileAct.HIJACK, 2), DeclaredAttack(HostileAct.HIJACK, 3)]
    assert _intent("HIJACK 0", game=game, **ENGINE).named == named
    text = "ATTACK SP Klingon\nBATTLE 1 1 1\nATTACK 0"
    assert [target.species for target in _intent(text, **ENGINE).named] == [2]


@pytest.mark.rule("FH-HIJACK-002")
@pytest.mark.parametrize("words", ["SP Nobody", "Klingon", "SP 77", "5", ""])
def test_in_the_engine_a_refused_hijack_weakens_all_the_same(words):
    assert _intent(f"HIJACK {words}", **ENGINE).hijacks
    assert not _intent(f"HIJACK {words}").hijacks
    assert _codes(f"HIJACK {words}", **ENGINE)[0] in {"no-battle", "unknown-species"}


@pytest.mark.rule("FH-WITHDRAW-001")
def test_in_the_engine_a_haven_may_be_where_the_battle_is():
    assert _codes(f"BATTLE {FIELD}\nHAVEN {FIELD}") == ["haven-at-battle"]
    assert _intent(f"HAVEN {FIELD}", **ENGINE).haven == (12, 13, 10)


@pytest.mark.rule("FH-BATTLE-003")
def test_a_second_battle_for_a_sector_opens_it_again():
    text = f"ENGAGE 1\nWITHDRAW 1 2 3\nBATTLE {FIELD}\nENGAGE 2 1\nWITHDRAW 4 5 6"
    intent = _intent(text)
    assert intent.options == [BattleOption(0), BattleOption(1), BattleOption(2, 1)]
    assert intent.limits == WithdrawalLimits(transports=4, warships=5, fleet=6)


@pytest.mark.rule("FH-BATTLE-006")
def test_battle_needs_own_forces():
    assert _codes("BATTLE 38 38 38") == ["not-at-battle"]
    away = {"status": "withdrew", "to": "1 1 1"}
    assert _codes(f"BATTLE {FIELD}", game=battlefield({"Human": {"DD Gone": away}})) == [
        "not-at-battle"
    ]
    unfinished = {"at": f"{FIELD} #1", "status": "building"}
    assert _codes(f"BATTLE {FIELD}", game=battlefield({"Human": {"DD New": unfinished}})) == []


@pytest.mark.rule("FH-ENGAGE-001")
@pytest.mark.rule("FH-ENGAGE-002")
@pytest.mark.rule("FH-ENGAGE-013")
@pytest.mark.parametrize("option", range(8))
def test_every_option_is_taken(option):
    planet = 7 if option in {2, 4, 5, 6, 7} else 0
    intent = _intent(f"ENGAGE {option} {planet or ''}\nENGAGE 2 4")
    assert intent.options == [BattleOption(0), BattleOption(option, planet), BattleOption(2, 4)]


@pytest.mark.rule("FH-ENGAGE-001")
@pytest.mark.parametrize("words", ["", "8", "-1", "2", "4", "5", "6", "7", "4 0", "4 10"])
def test_options_out_of_bounds_are_refused(words):
    assert _codes(f"BATTLE {FIELD}\nENGAGE {words}") == ["bad-number"]


@pytest.mark.rule("FH-STRIKE-002")
@pytest.mark.rule("FH-GW-002")
@pytest.mark.parametrize("option", [5, 6, 7])
def test_a_strike_has_no_follow_ups(option):
    codes = _codes(f"BATTLE {FIELD}\nENGAGE {option} 1", section="STRIKES")
    assert codes == ["combat-only"]


@pytest.mark.rule("FH-STRIKE-002")
def test_a_strike_takes_all_other_orders():
    text = (
        f"BATTLE {FIELD}\nATTACK 0\nHIJACK 0\nENGAGE 4 1\nHAVEN 1 2 3\nHIDE DD Nail\nSUMMARY\n"
        "TARGET 2\nWITHDRAW 1 2 3"
    )
    assert _codes(text, section="STRIKES") == []


@pytest.mark.rule("FH-ENGAGE-013")
def test_the_engine_takes_nineteen_options():
    text = f"BATTLE {FIELD}\n" + "ENGAGE 0\n" * 20
    assert _codes(text) == []
    assert _codes(text, **ENGINE) == ["too-many-options"]


@pytest.mark.rule("FH-ENGAGE-014")
@pytest.mark.parametrize("option", ["3", "4 1", "7 1"])
def test_offensive_options_need_an_enemy(option):
    text = f"ENGAGE {option}"
    assert combat(_game(), Human=text).codes("Human") == ["no-attack-target"]
    assert "shot" not in {event.code for event in combat(_game(), Human=text).events("Human")}
    assert combat(_game(), Human=f"{text}\nATTACK SP Klingon").codes("Human") == []


@pytest.mark.rule("FH-ATTACK-001")
@pytest.mark.rule("FH-HIJACK-001")
@pytest.mark.parametrize("deed", ["ATTACK", "HIJACK"])
def test_attack_names_species(deed):
    intent = _intent(f"{deed} SP Klingon\n{deed} SP Romulan")
    assert [target.species for target in intent.named] == [2, 3]
    assert intent.hijacks == (deed == "HIJACK")


@pytest.mark.rule("FH-ATTACK-001")
@pytest.mark.parametrize("words", ["", "Klingon", "SP Nobody", "SP", "SP Klingn"])
def test_attack_wants_sp_and_a_name(words):
    assert _codes(f"BATTLE {FIELD}\nATTACK {words}") == ["unknown-species"]


@pytest.mark.rule("FH-ATTACK-001")
def test_the_engine_wants_any_word_before_a_name_and_no_exact_name():
    for words in ("SP Klingn", "TR12 Klingon", "some Klingon"):
        _, context = _read(f"BATTLE {FIELD}\nATTACK {words}", **ENGINE)
        assert _texts(context)[-1] == "An order was given to attack SP Klingon."
    assert _codes(f"BATTLE {FIELD}\nATTACK Klingon", **ENGINE) == ["unknown-species"]


@pytest.mark.rule("FH-ATTACK-002")
def test_attack_zero_is_for_enemies_and_other_numbers_need_sp():
    assert [target.species for target in _intent("ATTACK 0").named] == [None]
    assert _codes(f"BATTLE {FIELD}\nATTACK 40") == ["not-zero"]


@pytest.mark.rule("FH-ATTACK-007")
def test_a_species_is_attacked_by_its_number():
    game = _game()
    game.empires[1].distortion = game.empires[2].distortion = 171
    planned, _ = _read(f"BATTLE {FIELD}\nATTACK SP 171", game)
    assert [target.species for target in planned.battles[12, 13, 10][1].named] == [2]
    assert _codes(f"BATTLE {FIELD}\nATTACK SP 172", game=game) == ["unknown-number"]


@pytest.mark.rule("FH-ATTACK-002")
@pytest.mark.rule("FH-ATTACK-007")
def test_sp_and_zero_is_a_number_in_the_engine_too():
    for options in ({}, {"habits": ("plain_distortion_numbers",)}, ENGINE):
        assert _codes(f"BATTLE {FIELD}\nATTACK SP 0", **options) == ["unknown-number"]


@pytest.mark.rule("FH-ATTACK-007")
def test_in_the_engine_a_species_is_attacked_by_its_number_without_sp():
    game = _game()
    game.empires[1].distortion = 171
    assert [target.species for target in _intent("ATTACK 171", game=game, **ENGINE).named] == [2]
    assert _codes(f"BATTLE {FIELD}\nATTACK 172", game=game, **ENGINE) == ["unknown-number"]
    for number in ("171", "SP 171"):
        plain = _intent(f"ATTACK {number}", game=game, habits=("plain_distortion_numbers",))
        assert [target.species for target in plain.named] == [2]


@pytest.mark.rule("FH-ATTACK-007")
def test_in_the_engine_a_number_is_that_of_a_species_anywhere():
    game = _game()
    game.empires[2].distortion = 171
    assert _codes(f"BATTLE {FIELD}\nATTACK SP 171", game=game) == ["unknown-number"]
    assert [target.species for target in _intent("ATTACK SP 171", game=game, **ENGINE).named] == [3]
    assert _codes("ATTACK SP 171", game=game) == ["no-battle"]


@pytest.mark.rule("FH-WITHDRAW-004")
def test_a_bad_limit_is_told_before_a_missing_battle():
    assert _codes("WITHDRAW 1 2 101") == ["bad-number"]
    assert _codes("WITHDRAW 1 2 101", **ENGINE) == ["no-battle"]


@pytest.mark.rule("FH-ORDER-022")
@pytest.mark.parametrize(
    ("order", "words"),
    [("HAVEN 1 2", "1 2"), ("HAVEN 1 2 3, 4 5", "4 5"), (f"HAVEN {FIELD}", FIELD),
     ("ATTACK SP 172", "172"), ("ATTACK 40", "40"), ("ENGAGE 4 10", "10"),
     ("WITHDRAW 10 101 50", "101"), ("HIDE DD Hammer", "DD Hammer")],
)  # fmt: skip
def test_a_remark_shows_the_words_at_fault(order, words):
    _, context = _read(f"BATTLE {FIELD}\n{order}")
    [[remark]] = context.diagnostics.values()
    assert (remark.words, remark.line) == (words, 3)
    assert order.startswith(words, remark.column - 1)


@pytest.mark.rule("FH-TARGET-002")
@pytest.mark.rule("FH-TARGET-003")
def test_the_last_target_counts():
    assert _intent("TARGET 1\nTARGET 4").favourite is FighterKind.COLONY
    kinds = [_intent(f"TARGET {number}").favourite for number in range(1, 5)]
    assert kinds == [
        FighterKind.WARSHIP,
        FighterKind.TRANSPORT,
        FighterKind.STARBASE,
        FighterKind.COLONY,
    ]
    assert [kind.name for kind in kinds] == ["WARSHIP", "TRANSPORT", "STARBASE", "COLONY"]
    for words in ("", "0", "5", "Klingon"):
        assert _codes(f"BATTLE {FIELD}\nTARGET {words}") == ["bad-number"]


@pytest.mark.rule("FH-WITHDRAW-009")
def test_without_withdraw_only_the_loss_of_all_ends_a_fight():
    limits = _intent("ENGAGE 0").limits
    assert (limits.transports, limits.warships, limits.fleet) == (0, 100, 100)


@pytest.mark.rule("FH-WITHDRAW-004")
def test_withdraw_takes_three_numbers_up_to_a_hundred():
    assert _intent("WITHDRAW 10 25 50").limits == WithdrawalLimits(
        transports=10, warships=25, fleet=50
    )
    for words in ("", "1", "1 2", "-1 2 3", "1 2 101"):
        assert _codes(f"BATTLE {FIELD}\nWITHDRAW {words}") == ["bad-number"]


@pytest.mark.rule("FH-WITHDRAW-004")
def test_the_engine_keeps_the_numbers_before_a_bad_one():
    text = "WITHDRAW 10 25 101"
    assert _intent(text).limits == WithdrawalLimits()
    assert _intent(text, **ENGINE).limits == WithdrawalLimits(transports=10, warships=25)


@pytest.mark.rule("FH-WITHDRAW-009")
def test_without_withdraw_ships_fight_to_the_death():
    assert _intent("").limits == WithdrawalLimits(transports=0, warships=100, fleet=100)


@pytest.mark.rule("FH-WITHDRAW-001")
def test_haven_is_another_sector():
    assert _intent("HAVEN 1 2 3\nHAVEN 10 3 3").haven == (10, 3, 3)
    assert _codes(f"BATTLE {FIELD}\nHAVEN {FIELD}") == ["haven-at-battle"]
    for words in ("", "1 2", "1 2 3 4"):
        assert len(_codes(f"BATTLE {FIELD}\nHAVEN {words}")) == 1


@pytest.mark.rule("FH-HIDESHIP-001")
@pytest.mark.rule("FH-HIDESHIP-002")
def test_only_own_landed_ships_hide():
    planned, context = _read(f"BATTLE {FIELD}\nHIDE DD Nail")
    nail = next(ship for ship in context.game.empires[0].living_ships() if ship.name == "Nail")
    assert planned.reserves == {id(nail)}
    assert _codes(f"BATTLE {FIELD}\nHIDE DD Hammer") == ["not-landed"]
    for words in ("", "DD Bird", "DD Nobody"):
        assert _codes(f"BATTLE {FIELD}\nHIDE {words}") == ["unknown-ship"]


@pytest.mark.rule("FH-SUMMARY-002")
def test_summary_takes_no_words():
    assert _intent("SUMMARY").summary
    assert not _intent("SUMMARY please").summary


def test_every_order_is_acknowledged():
    text = "\n".join(
        [f"BATTLE {FIELD}", "ENGAGE 4 1", "ENGAGE 3", "ATTACK SP Klingon", "HIJACK SP Romulan",
         "ATTACK 0", "HIJACK 0", "TARGET 2", "WITHDRAW 0 50 60", "HAVEN 1 2 3", "SUMMARY"]
    )  # fmt: skip
    _, context = _read(text)
    assert _texts(context) == [
        "A battle order was issued for sector 12 13 10.",
        "Engagement order 4 1 was specified.",
        "Engagement order 3 was specified.",
        "An order was given to attack SP Klingon.",
        "An order was given to hijack SP Romulan.",
        "An order was given to attack all declared enemies.",
        "An order was given to hijack all declared enemies.",
        "Strategic target 2 was specified.",
        "Withdrawal conditions were set to 0 50 60.",
        "Haven location set to sector 1 2 3.",
        "Summary mode was specified.",
    ]


@pytest.mark.rule("FH-AMBUSH-001")
@pytest.mark.parametrize("phase", ["combat", "strikes"])
def test_an_ambush_is_no_combat_order(phase):
    assert step(phase, _game(), {"Human": f"BATTLE {FIELD}\nAMBUSH 10"}).remarks("Human")
