"""What happens to all orders of a season: the classic cases, on this map and in its words."""
# ruff: noqa: ANN001, ANN002, ANN201, S101

import itertools

import pytest
from jumpgates.adjudication import Adjudicator, Instruction
from jumpgates.model import BOARD, Fleet, is_gate, near, reach

import horizons_core as hz

JUMPGATES = hz.load_variant("jumpgates")
PLAYERS = ("Ada", "Brin", "Cleo", "Dora")


def position(*orders):
    """Return a game with a fleet for each order, "Ada MOVE Tern TO Cairn", and the order texts."""
    game = JUMPGATES.new_game(PLAYERS, seed=1)
    texts, game.fleets = dict.fromkeys(PLAYERS, ""), []
    for number, line in enumerate(orders):
        owner, order = line.split(" ", 1)
        game.fleets.append(Fleet(id=f"fleet {number}", owner=owner, at=order.split()[1]))
        texts[owner] += f"{order}\n"
    return game, texts


def results(*orders):
    """Run a season; return the end of each fleet by its start, "-" for a dislodged one."""
    game, texts = position(*orders)
    starts = {fleet.id: fleet.at for fleet in game.fleets}
    turn = hz.run_turn(game, texts)
    assert not [remark for remarks in turn.diagnostics.values() for remark in remarks]
    ends = {fleet.id: "-" if fleet.retreats else fleet.at for fleet in turn.game.fleets}
    return {start: ends.get(fleet, "-") for fleet, start in starts.items()}


def moved(*orders):
    """Run a season; return only the fleets that moved or were dislodged."""
    return {start: end for start, end in results(*orders).items() if start != end}


# Moves


@pytest.mark.rule("JG-MOVE")
def test_a_fleet_moves_to_an_empty_place():
    assert moved("Ada MOVE Tern TO Cairn") == {"Tern": "Cairn"}


@pytest.mark.rule("JG-MOVE")
@pytest.mark.parametrize("other", ["Brin", "Ada"])
def test_two_fleets_with_the_same_goal_both_stay(other):
    assert moved("Ada MOVE Tern TO Cairn", f"{other} MOVE Saffron TO Cairn") == {}


@pytest.mark.rule("JG-MOVE")
def test_three_fleets_with_the_same_goal_all_stay():
    orders = ("Ada MOVE Tern TO Cairn", "Brin MOVE Saffron TO Cairn", "Cleo MOVE Bronze TO Cairn")
    assert moved(*orders) == {}


@pytest.mark.rule("JG-HOLD")
def test_a_fleet_alone_does_not_dislodge_one_that_holds():
    assert moved("Ada MOVE Tern TO Cairn", "Brin HOLD Cairn") == {}


@pytest.mark.rule("JG-MOVE")
def test_a_fleet_follows_one_that_leaves():
    assert moved("Ada MOVE Tern TO Cairn", "Brin MOVE Cairn TO Saffron") == {
        "Tern": "Cairn", "Cairn": "Saffron",
    }  # fmt: skip


@pytest.mark.rule("JG-MOVE")
def test_a_queue_stops_behind_the_first_that_stops():
    orders = ("Ada MOVE Halcyon TO Tern", "Ada MOVE Tern TO Cairn", "Ada MOVE Cairn TO Saffron")
    assert moved(*orders, "Brin HOLD Saffron") == {}


@pytest.mark.rule("JG-MOVE")
@pytest.mark.parametrize("other", ["Brin", "Ada"])
def test_two_fleets_do_not_change_places_along_a_lane(other):
    assert moved("Ada MOVE Tern TO Cairn", f"{other} MOVE Cairn TO Tern") == {}


CIRCLE = ("Ada MOVE Tern TO Cairn", "Brin MOVE Cairn TO Argent", "Cleo MOVE Argent TO Tern")


@pytest.mark.rule("JG-MOVE")
@pytest.mark.parametrize("more", [(), ("Dora SUPPORT Halcyon FOR Argent TO Tern",)])
def test_three_fleets_go_round_in_a_circle(more):
    assert moved(*CIRCLE, *more) == {"Tern": "Cairn", "Cairn": "Argent", "Argent": "Tern"}


@pytest.mark.rule("JG-MOVE")
def test_a_fleet_with_the_same_goal_stops_a_circle():
    assert moved(*CIRCLE, "Dora MOVE Saffron TO Cairn") == {}


@pytest.mark.rule("JG-MOVE")
def test_a_stronger_fleet_breaks_a_circle():
    more = ("Dora MOVE Saffron TO Cairn", "Dora SUPPORT Bronze FOR Saffron TO Cairn")
    assert moved(*CIRCLE, *more) == {"Saffron": "Cairn", "Cairn": "-"}


# Support


@pytest.mark.rule("JG-SUPPORT")
def test_a_fleet_with_support_dislodges_one_without():
    orders = ("Ada MOVE Tern TO Cairn", "Ada SUPPORT Argent FOR Tern TO Cairn", "Brin HOLD Cairn")
    assert moved(*orders) == {"Tern": "Cairn", "Cairn": "-"}


ATTACK = ("Ada MOVE Tern TO Cairn", "Ada SUPPORT Argent FOR Tern TO Cairn")


@pytest.mark.rule("JG-SUPPORT")
def test_support_for_a_fleet_that_stays_balances_an_attack():
    assert moved(*ATTACK, "Brin HOLD Cairn", "Brin SUPPORT Saffron FOR Cairn TO Cairn") == {}


@pytest.mark.rule("JG-SUPPORT")
def test_fleets_that_support_or_carry_can_be_supported_where_they_are():
    defence = (
        "Brin SUPPORT Cairn FOR Saffron TO Saffron",
        "Brin SUPPORT Saffron FOR Cairn TO Cairn",
    )
    assert moved(*ATTACK, *defence) == {}
    attack = ("Cleo MOVE Tern TO Argent", "Cleo SUPPORT Cairn FOR Tern TO Argent")
    carrier = ("Ada CARRY Argent FOR Larkspur TO Nexus", "Ada MOVE Larkspur TO Nexus")
    support = "Ada SUPPORT Isthmus FOR Argent TO Argent"
    assert moved(*attack, *carrier, support) == {"Larkspur": "Nexus"}


@pytest.mark.rule("JG-SUPPORT")
def test_support_for_a_fleet_that_stays_does_not_help_one_that_tries_to_move():
    defence = ("Brin MOVE Cairn TO Bronze", "Brin SUPPORT Saffron FOR Cairn TO Cairn")
    assert moved(*ATTACK, *defence, "Cleo HOLD Bronze") == {"Tern": "Cairn", "Cairn": "-"}


@pytest.mark.rule("JG-SUPPORT")
def test_support_for_another_move_than_the_fleet_makes_does_not_count():
    support = "Ada SUPPORT Argent FOR Tern TO Cairn"
    assert moved("Ada HOLD Tern", support, "Brin HOLD Cairn") == {}
    attack = ("Cleo MOVE Halcyon TO Tern", "Cleo SUPPORT Cairn FOR Halcyon TO Tern")
    assert moved("Ada HOLD Tern", support, *attack) == {"Halcyon": "Tern", "Tern": "-"}


@pytest.mark.rule("JG-SUPPORT")
def test_an_attack_cuts_support_even_if_it_has_no_chance():
    cut = ("Brin MOVE Isthmus TO Argent", "Ada SUPPORT Larkspur FOR Argent TO Argent")
    assert moved(*ATTACK, "Brin HOLD Cairn", *cut) == {}


@pytest.mark.rule("JG-SUPPORT")
def test_an_attack_of_the_own_empire_does_not_cut_support():
    assert moved(*ATTACK, "Brin HOLD Cairn", "Ada MOVE Isthmus TO Argent") == {
        "Tern": "Cairn", "Cairn": "-",
    }  # fmt: skip


@pytest.mark.rule("JG-SUPPORT")
def test_an_attack_from_the_goal_does_not_cut_the_support_against_it():
    assert moved(*ATTACK, "Brin MOVE Cairn TO Argent") == {"Tern": "Cairn", "Cairn": "-"}


@pytest.mark.rule("JG-SUPPORT")
def test_an_attack_from_the_goal_cuts_support_if_it_dislodges():
    answer = ("Brin MOVE Cairn TO Argent", "Brin SUPPORT Isthmus FOR Cairn TO Argent")
    assert moved(*ATTACK, *answer) == {"Cairn": "Argent", "Argent": "-", "Tern": "Cairn"}
    held = (*ATTACK, "Dora MOVE Saffron TO Cairn", *answer)
    assert moved(*held) == {"Cairn": "Argent", "Argent": "-"}


@pytest.mark.rule("JG-SUPPORT")
def test_a_support_that_is_cut_does_not_come_back_when_its_attacker_is_dislodged():
    cut = ("Brin MOVE Isthmus TO Argent", "Brin HOLD Cairn")
    more = ("Dora MOVE Vireo TO Isthmus", "Dora SUPPORT Dross FOR Vireo TO Isthmus")
    assert moved(*ATTACK, *cut, *more) == {"Vireo": "Isthmus", "Isthmus": "-"}


@pytest.mark.rule("JG-SUPPORT")
def test_support_of_another_empire_counts():
    orders = ("Ada MOVE Tern TO Cairn", "Cleo SUPPORT Argent FOR Tern TO Cairn", "Brin HOLD Cairn")
    assert moved(*orders) == {"Tern": "Cairn", "Cairn": "-"}


# Nobody dislodges their own


@pytest.mark.rule("JG-MOVE")
def test_nobody_dislodges_their_own_fleet():
    assert moved(*ATTACK, "Ada HOLD Cairn") == {}
    assert moved(*ATTACK, "Ada MOVE Cairn TO Saffron", "Brin HOLD Saffron") == {}
    foreign = "Brin SUPPORT Argent FOR Tern TO Cairn"
    assert moved(ATTACK[0], foreign, "Ada HOLD Cairn") == {}
    assert moved(ATTACK[0], foreign, "Ada MOVE Cairn TO Tern") == {}


@pytest.mark.rule("JG-MOVE")
def test_nobody_dislodges_their_own_fleet_head_to_head():
    assert moved(*ATTACK, "Ada MOVE Cairn TO Tern") == {}


@pytest.mark.rule("JG-SUPPORT")
def test_nobody_helps_to_dislodge_their_own_fleet():
    orders = ("Ada MOVE Tern TO Cairn", "Brin SUPPORT Argent FOR Tern TO Cairn", "Brin HOLD Cairn")
    assert moved(*orders) == {}
    more = "Ada SUPPORT Saffron FOR Tern TO Cairn"
    assert moved(*orders, more) == {"Tern": "Cairn", "Cairn": "-"}


@pytest.mark.rule("JG-SUPPORT")
def test_support_against_an_own_fleet_still_keeps_others_out():
    orders = ("Ada MOVE Tern TO Cairn", "Brin SUPPORT Argent FOR Tern TO Cairn", "Brin HOLD Cairn")
    others = ("Cleo MOVE Bronze TO Cairn", "Cleo SUPPORT Saffron FOR Bronze TO Cairn")
    assert moved(*orders, *others) == {}


# Head to head, and between two attackers


@pytest.mark.rule("JG-MOVE")
def test_the_stronger_of_two_that_meet_wins():
    assert moved(*ATTACK, "Brin MOVE Cairn TO Tern") == {"Tern": "Cairn", "Cairn": "-"}


@pytest.mark.rule("JG-MOVE")
def test_the_loser_of_two_that_meet_still_keeps_others_out_of_the_place_the_winner_left():
    meeting = (*ATTACK, "Brin MOVE Cairn TO Tern", "Cleo MOVE Halcyon TO Tern")
    assert moved(*meeting) == {"Tern": "Cairn", "Cairn": "-"}


@pytest.mark.rule("JG-MOVE")
def test_two_that_meet_with_equal_support_stop_each_other():
    assert moved(*ATTACK, "Brin MOVE Cairn TO Tern", "Brin SUPPORT Halcyon FOR Cairn TO Tern") == {}


@pytest.mark.rule("JG-MOVE")
def test_a_fleet_between_two_equal_attackers_stays():
    others = ("Cleo MOVE Saffron TO Cairn", "Cleo SUPPORT Bronze FOR Saffron TO Cairn")
    assert moved(*ATTACK, "Brin HOLD Cairn", *others) == {}
    assert moved(*ATTACK, "Brin MOVE Cairn TO Tern", *others) == {}


@pytest.mark.rule("JG-MOVE")
def test_a_fleet_leaves_from_between_two_equal_attackers():
    start = (
        "Ada MOVE Larkspur TO Argent", "Ada SUPPORT Tern FOR Larkspur TO Argent",
        "Cleo MOVE Dross TO Argent", "Cleo SUPPORT Isthmus FOR Dross TO Argent",
        "Brin MOVE Argent TO Nexus",
    )  # fmt: skip
    assert moved(*start) == {"Argent": "Nexus"}


# Gates

JUMP = ("Ada MOVE Larkspur TO Nexus", "Ada CARRY Argent FOR Larkspur TO Nexus")


@pytest.mark.rule("JG-CARRY")
def test_a_gate_carries_a_fleet():
    assert moved(*JUMP) == {"Larkspur": "Nexus"}


@pytest.mark.rule("JG-CARRY")
def test_gates_pass_a_fleet_on_whosever_they_are():
    orders = ("Ada MOVE Larkspur TO Marl", "Ada CARRY Argent FOR Larkspur TO Marl")
    assert moved(*orders, "Brin CARRY Bronze FOR Larkspur TO Marl") == {"Larkspur": "Marl"}
    assert moved(*orders, "Brin CARRY Bronze FOR Larkspur TO Kelp") == {}
    assert moved(*orders, "Brin HOLD Bronze") == {}


@pytest.mark.rule("JG-CARRY")
def test_a_carried_fleet_fights_like_others():
    assert moved(*JUMP, "Brin HOLD Nexus") == {}
    support = "Cleo SUPPORT Dross FOR Larkspur TO Nexus"
    assert moved(*JUMP, "Brin HOLD Nexus", support) == {"Larkspur": "Nexus", "Nexus": "-"}
    assert moved(*JUMP, "Brin MOVE Bronze TO Nexus") == {}


@pytest.mark.rule("JG-CARRY")
def test_an_attack_on_a_gate_that_fails_does_not_stop_a_fleet():
    assert moved(*JUMP, "Brin MOVE Tern TO Argent") == {"Larkspur": "Nexus"}


SIEGE = ("Brin MOVE Tern TO Argent", "Brin SUPPORT Cairn FOR Tern TO Argent")


@pytest.mark.rule("JG-CARRY")
def test_a_fleet_stays_if_its_carrier_is_dislodged():
    assert moved(*JUMP, *SIEGE) == {"Tern": "Argent", "Argent": "-"}


@pytest.mark.rule("JG-CARRY")
def test_a_fleet_that_is_not_carried_has_no_effect_on_its_goal():
    assert moved(*JUMP, *SIEGE, "Cleo MOVE Bronze TO Nexus") == {
        "Tern": "Argent", "Argent": "-", "Bronze": "Nexus",
    }  # fmt: skip
    attack = ("Cleo MOVE Dross TO Cobalt", "Cleo SUPPORT Nexus FOR Dross TO Cobalt")
    ends = moved(*JUMP, *SIEGE, *attack, "Dora HOLD Cobalt")
    assert ends == {"Tern": "Argent", "Argent": "-", "Dross": "Cobalt", "Cobalt": "-"}


@pytest.mark.rule("JG-CARRY")
def test_a_carried_fleet_cuts_support():
    attack = ("Cleo MOVE Dross TO Cobalt", "Cleo SUPPORT Nexus FOR Dross TO Cobalt")
    assert moved(*JUMP, *attack, "Dora HOLD Cobalt") == {}


@pytest.mark.rule("JG-CARRY")
def test_a_second_way_is_enough():
    second = "Cleo CARRY Dross FOR Isthmus TO Nexus"
    first = ("Ada MOVE Isthmus TO Nexus", "Ada CARRY Argent FOR Isthmus TO Nexus")
    assert moved(*first, *SIEGE, second) == {"Isthmus": "Nexus", "Tern": "Argent", "Argent": "-"}


@pytest.mark.rule("JG-CARRY")
def test_fleets_change_places_by_gates():
    moves = ("Ada MOVE Isthmus TO Nexus", "Brin MOVE Nexus TO Isthmus")
    carriers = ("Ada CARRY Argent FOR Isthmus TO Nexus", "Cleo CARRY Dross FOR Nexus TO Isthmus")
    assert moved(*moves, *carriers) == {"Isthmus": "Nexus", "Nexus": "Isthmus"}
    assert moved(*moves, carriers[0]) == {}


@pytest.mark.rule("JG-CARRY")
def test_gates_do_not_carry_a_fleet_along_a_lane():
    game, _ = position("Ada MOVE Tern TO Cairn", "Ada HOLD Argent")
    (remark,) = JUMPGATES.check_orders(game, "Ada", "CARRY Argent FOR Tern TO Cairn")
    assert remark.message == "CARRY: Cairn is not possible"


# Paradoxes

PARADOX = (
    "Ada MOVE Larkspur TO Tern", "Ada CARRY Argent FOR Larkspur TO Tern",
    "Brin SUPPORT Tern FOR Cairn TO Argent", "Brin MOVE Cairn TO Argent",
)  # fmt: skip


@pytest.mark.rule("JG-CARRY")
def test_a_carried_fleet_does_not_cut_the_support_that_decides_on_its_carrier():
    assert moved(*PARADOX) == {"Cairn": "Argent", "Argent": "-"}


@pytest.mark.rule("JG-CARRY")
def test_two_attacks_on_a_carrier_stop_each_other_though_a_carried_fleet_would_change_that():
    others = ("Cleo MOVE Isthmus TO Argent", "Cleo SUPPORT Dross FOR Isthmus TO Argent")
    assert moved(*PARADOX, *others) == {}


@pytest.mark.rule("JG-CARRY")
def test_a_carried_fleet_does_not_betray_its_carrier():
    orders = (
        *PARADOX[:2], "Ada SUPPORT Halcyon FOR Larkspur TO Tern",
        "Brin SUPPORT Tern FOR Argent TO Argent",
        "Cleo MOVE Cairn TO Argent", "Cleo SUPPORT Bronze FOR Cairn TO Argent",
    )  # fmt: skip
    assert moved(*orders) == {}


@pytest.mark.rule("JG-CARRY")
def test_neither_of_two_carried_fleets_that_protect_each_others_carriers_arrives():
    orders = (
        "Ada MOVE Larkspur TO Cairn", "Ada CARRY Argent FOR Larkspur TO Cairn",
        "Brin MOVE Marl TO Bronze", "Brin SUPPORT Cairn FOR Marl TO Bronze",
        "Cleo MOVE Kelp TO Nexus", "Cleo CARRY Bronze FOR Kelp TO Nexus",
        "Dora MOVE Isthmus TO Argent", "Dora SUPPORT Nexus FOR Isthmus TO Argent",
    )  # fmt: skip
    assert moved(*orders) == {"Marl": "Bronze", "Bronze": "-", "Isthmus": "Argent", "Argent": "-"}


@pytest.mark.rule("JG-CARRY")
def test_it_is_no_paradox_if_the_support_is_cut_anyway():
    assert moved(*PARADOX, "Cleo MOVE Halcyon TO Tern") == {}


# The algorithm


def drawn_orders(dice):
    """Draw a crowded position with orders that have to do with each other."""
    places = dice.shuffled(list(BOARD))[:9]
    gates, orders = frozenset(filter(is_gate, places)), {}
    for at in places[:4]:
        by_gates = [to for to in reach(at, gates) if to not in near(at)]
        to = dice.choice(by_gates if by_gates and dice.below(3) else near(at))
        orders[at] = Instruction(dice.choice("AABBC"), "MOVE", to)
    moves = dict(orders)
    for at in [place for place in places if place not in orders]:
        jumps = [p for p, order in moves.items() if order.to not in near(p)]
        aims = [p for p, order in moves.items() if order.to in near(at)]
        beside = [place for place in near(at) if place in places]
        owner, kind, other = dice.choice("AABBC"), "HOLD", ""
        if is_gate(at) and jumps and dice.below(5):
            kind, other = "CARRY", dice.choice(jumps)
        elif aims and dice.below(5):
            kind, other = "SUPPORT", dice.choice(aims)
        elif beside:
            kind, other = "SUPPORT", dice.choice(beside)
        to = moves[other].to if other in [*jumps, *aims] else other
        orders[at] = Instruction(owner, kind, to, other)
    return orders


def consistent_results(orders):
    """Return all results in which each order succeeds if and only if the rules say so."""
    found = []
    for answers in itertools.product((False, True), repeat=len(orders)):
        results = dict(zip(orders, answers, strict=True))
        adjudicator = Adjudicator(orders)
        adjudicator._results.update(results)  # noqa: SLF001
        if all(adjudicator._judge(at) is results[at] for at in orders):  # noqa: SLF001
            found.append(results)
    return found


def test_the_algorithm_finds_the_only_consistent_result():
    only = 0
    for number in range(60):
        orders = drawn_orders(hz.Stream.from_key("positions", number))
        consistent = consistent_results(orders)
        adjudicator = Adjudicator(orders)
        results = {at: adjudicator.succeeds(at) for at in orders}
        only += len(consistent) == 1
        assert len(consistent) != 1 or consistent == [results], number
    assert only > 50
