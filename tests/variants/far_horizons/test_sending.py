"""SEND and MESSAGE: money and letters to other species."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.galaxies import examples
from tests.variants.far_horizons.order_steps import (
    AFTER,
    AS_IN_1999,
    BEFORE,
    after,
    before,
    humans,
    refused,
    warned,
)
from tests.variants.far_horizons.single_steps import Fair, Falls, game_with, step
from variants.far_horizons.model.transactions import TransactionKind

MET = {"met": ["Klingon"]}


@pytest.mark.rule("FH-SEND-001", "FH-EU-002", "FH-ZERO-001")
@pytest.mark.parametrize("example", examples("FH-SEND-001"), ids=str)
def test_money_is_sent_as_far_as_there_is_any(example):
    inputs, expected = example.given, example.expect
    game = humans(
        {"treasury": inputs.get("klingon_treasury", 0)}, treasury=inputs["treasury"], **MET
    )
    for run, phase in ((before, BEFORE), (after, AFTER)):
        if expected.get("rejected"):
            refused(game, inputs["order"], "no-money", phase)
            continue
        result = run(game, inputs["order"])
        sent = inputs["treasury"] - expected["treasury_after"]
        assert result.species("Human").treasury == expected["treasury_after"]
        assert expected.get("sent", sent) == sent
        theirs = expected.get("klingon_treasury_after", sent)
        assert result.species("Klingon").treasury == theirs
        assert result.ledger == [
            ("Human", -sent, "gift to Klingon"), ("Klingon", sent, "gift of Human"),
        ]  # fmt: skip
        assert bool(warned(result)) == (int(inputs["order"].split()[1]) > inputs["treasury"])


@pytest.mark.rule("FH-SEND-001")
def test_a_gift_is_told_and_noted_for_the_recipient():
    result = before(humans(treasury=5, **MET), "SEND 1 SP Klingon\nSEND 9 SP Klingon")
    assert result.log("Human").splitlines()[2:] == [
        "    1 economic unit was sent to SP Klingon.",
        "! WARNING: SEND 9 SP Klingon",
        "! You do not have 9 EUs! Substituting 4 for 9.",
        "    4 economic units were sent to SP Klingon.",
    ]
    facts = [
        deal.facts for deal in result.game.transactions if deal.kind == TransactionKind.UNITS_SENT
    ]
    assert [(f["donor"], f["recipient"], f["amount"]) for f in facts] == [(1, 2, 1), (1, 2, 4)]


@pytest.mark.rule("FH-SEND-001")
@pytest.mark.parametrize(
    ("number", "treasury", "reason"),
    [
        (5, 0, "You do not have any EUs!"),
        (0, 0, "You do not have any EUs available!"),
        (5, -1, "You do not have any EUs!"),
        (1, 1, None),
        (0, 1, None),
    ],
)
def test_nothing_is_sent_of_nothing(number, treasury, reason):
    game, order = humans(treasury=treasury, **MET), f"SEND {number} SP Klingon"
    if reason is None:
        assert before(game, order).species("Human").treasury == 0
        return
    assert f"!!! {reason}\n" in refused(game, order, "no-money").log("Human") + "\n"


@pytest.mark.rule("FH-SEND-001")
def test_a_recipient_whose_orders_come_later_can_spend_the_money_at_once():
    players = ("Human", "Klingon", "Vulcan")
    state = {"Human": {"treasury": 50, **MET}, "Klingon": {"met": ["Vulcan"]}}
    game = game_with({"species": state}, players)
    orders = {"Human": "SEND 50 SP Klingon", "Klingon": "SEND 30 SP Vulcan"}
    result = step(BEFORE, game, orders)
    assert [result.species(name).treasury for name in players] == [0, 20, 30]


@pytest.mark.rule("FH-SEND-001", "FH-CMD-004")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("SEND 5 SP Vulcan", "not-met"),
        ("SEND 5 SP Romulan", "enemy"),
        ("SEND 5 SP Nobody at all", "unknown-species"),
        ("SEND 5 SP Human", "not-met"),
        ("SEND 5 Klingon", "unknown-species"),
        ("SEND 5", "unknown-species"),
        ("SEND SP Klingon", "no-number"),
        ("SEND", "no-number"),
        ("SEND -5 SP Klingon", "negative-number"),
        ("SEND 5.5 SP Klingon", "no-number"),
    ],
)
def test_money_that_cannot_be_sent_stays(order, code):
    state = {"Human": {"treasury": 50, "met": ["Klingon", "Romulan"], "enemies": ["Romulan"]}}
    game = game_with({"species": state}, ("Human", "Klingon", "Vulcan", "Romulan"))
    for phase in (BEFORE, AFTER):
        refused(game, order, code, phase)


@pytest.mark.rule("FH-SEND-001")
def test_that_there_is_no_money_is_told_before_a_wrong_recipient():
    refused(humans(treasury=0, **MET), "SEND 5 SP Nobody", "no-money")


@pytest.mark.rule("FH-SEND-001", "FH-ORDER-022")
def test_of_a_misspelt_name_only_those_who_met_the_species_are_told_it():
    order = "SEND 5 SP Klingonn"
    hints = [refused(humans(treasury=5, **met), order, "unknown-species").remarks("Human")[0].hint
             for met in (MET, {})]  # fmt: skip
    assert hints == ["did you mean 'SP Klingon'?", "write SP and the name of a species"]


def test_in_1999_a_misspelt_name_was_noted_only_where_the_species_was_met():
    order = "SEND 5 SP Klingonn"
    assert warned(before(humans(treasury=5, **MET), order, **AS_IN_1999)) == ["misspelt-name"]
    result = refused(humans(treasury=5), order, "not-met", **AS_IN_1999)
    assert result.codes("Human") == ["not-met"]


@pytest.mark.rule("FH-SEND-001")
def test_money_is_not_sent_in_production():
    result = step("jumps", humans(treasury=5, **MET), {"Human": "SEND 5 SP Klingon"})
    assert result.codes("Human") == ["wrong-section"]


@pytest.mark.rule("FH-DIPLO-008")
def test_a_gift_to_an_enemy_needs_a_moment_of_peace():
    [example] = examples("FH-DIPLO-008")
    state = {"treasury": example.given["treasury"], "met": ["Tholian"], "enemies": ["Tholian"]}
    game = game_with({"species": {"Human": state}}, ("Human", "Tholian"))
    result = before(game, "\n".join(example.given["orders"]))
    human = result.species("Human")
    assert human.treasury == example.expect["treasury_after"]
    assert result.species("Tholian").treasury == example.expect["sent"]
    assert human.enemies == ["Tholian"]


@pytest.mark.rule("FH-SIEGE-021")
def test_a_siege_does_not_stop_money():
    game = humans(treasury=5, planets={"Earth": {"siege": 95}}, **MET)
    assert before(game, "SEND 5 SP Klingon", chance=Falls(1)).species("Klingon").treasury == 5


# --- MESSAGE --------------------------------------------------------------------------------------

LETTER = """MESSAGE SP Klingon
Greetings; from here
  START of nothing

SEND 5 SP Klingon
ZZZ
NEUTRAL 1"""


def letters(result):
    deals = [
        deal.facts for deal in result.game.transactions if deal.kind == TransactionKind.MESSAGE
    ]
    return [(d["sender_name"], d["recipient"], result.game.letters[d["message"]]) for d in deals]


@pytest.mark.rule("FH-MSG-001", "FH-MSG-002", "FH-MSG-003")
@pytest.mark.parametrize("phase", [BEFORE, AFTER])
def test_a_letter_goes_out_word_for_word_and_orders_go_on_behind_it(phase):
    text = f"START {phase}\n{LETTER}\nEND"
    result = step(phase, humans(treasury=9, **MET), {"Human": text})
    text = ["Greetings; from here", "  START of nothing", "", "SEND 5 SP Klingon"]
    assert letters(result) == [("Human", 2, text)]
    assert result.log("Human").splitlines()[2:] == [
        "    A message was sent to SP Klingon.",
        "    Neutrality was declared towards ALL species.",
    ]
    assert result.species("Human").treasury == 9


@pytest.mark.rule("FH-MSG-002")
@pytest.mark.parametrize("end", ["zzz", "ZzZtop", " \t, zzz"])
def test_a_letter_ends_with_the_first_line_that_starts_with_zzz(end):
    result = before(humans(**MET), f"MESSAGE SP Klingon\nlazzzy\n{end}\nNEUTRAL 1")
    assert letters(result) == [("Human", 2, ["lazzzy"])]
    assert "Neutrality" in result.log("Human")


@pytest.mark.rule("FH-MSG-002")
def test_a_letter_without_an_end_takes_the_rest_with_a_warning():
    text = "START PRE-DEPARTURE\nMESSAGE SP Klingon\nNEUTRAL 1\nEND"
    result = before(humans(**MET), text)
    assert letters(result) == [("Human", 2, ["NEUTRAL 1", "END"])]
    assert "no-zzz" in warned(result)


@pytest.mark.rule("FH-MSG-002")
def test_a_letter_may_be_long():
    lines = [f"Line {number}" for number in range(3000)]
    result = before(humans(**MET), "MESSAGE SP Klingon\n" + "\n".join(lines) + "\nZZZ")
    assert letters(result)[0][2] == lines


@pytest.mark.rule("FH-MSG-001")
@pytest.mark.parametrize(
    ("first", "code"),
    [
        ("MESSAGE SP Nobody at all", "unknown-species"),
        ("MESSAGE", "unknown-species"),
        ("MESSAGE Klingon", "unknown-species"),
        ("MESSAGE SP Vulcan", "not-met"),
    ],
)
def test_a_letter_to_nobody_is_refused_and_its_text_is_no_order(first, code):
    game = game_with({"species": {"Human": MET}}, ("Human", "Klingon", "Vulcan"))
    for phase in (BEFORE, AFTER):
        result = step(phase, game, {"Human": f"{first}\nENEMY 1\nZZZ"})
        assert result.codes("Human") == [code]
        assert result.game == game


@pytest.mark.rule("FH-MSG-001")
def test_in_1999_strangers_were_written_to():
    game = humans()
    result = before(game, "MESSAGE SP Klingon\nhello\nZZZ", **AS_IN_1999)
    assert letters(result) == [("Human", 2, ["hello"])]
    assert before(game, "MESSAGE SP Klingon\nhello\nZZZ").codes("Human") == ["not-met"]


def test_two_letters_never_have_the_same_number():
    letter = "MESSAGE SP Klingon\nhello\nZZZ\n"
    result = before(humans(**MET), letter * 2, chance=Falls(7, 7, 7, 8))
    assert sorted(result.game.letters) == [100_007, 100_008]
    assert len(before(humans(**MET), letter * 9, chance=Fair()).game.letters) == 9
