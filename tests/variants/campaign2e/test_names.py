"""Names free or taken, renaming, and remarks on unknown names."""

from __future__ import annotations

import pytest

import horizons_core as hz
from tests.variants.campaign2e.builders import campaign, fleet, run, variant
from variants.campaign2e.designs.market import by_type
from variants.campaign2e.model import Campaign
from variants.campaign2e.rules.construction import keel_of
from variants.campaign2e.rules.task_groups import is_name_free, next_group_name, next_ship_name


@pytest.fixture
def game() -> Campaign:
    """Ada's world Sol is 7,7, Brin's Rome 9,9; his Ultima is beyond her known map."""
    game = campaign(
        {
            (7, 7): {"owner": "Ada", "called": "Sol"},
            (7, 9): {"owner": "Ada"},
            (9, 9): {"owner": "Brin", "called": "Rome"},
            (30, 7): {"owner": "Brin", "called": "Ultima"},
        }
    )
    fleet(game, "Ada", (7, 7), "g1", CH=1)
    fleet(game, "Brin", (9, 9), "red", DD=1)
    for name, world in (("Hope", game.worlds[0]), ("Bold", game.worlds[2])):
        world.keels = [keel_of(name, by_type("FF"))]
    game.empire("Ada").designs = {"Swift": by_type("FF")}
    game.empire("Brin").designs = {"Dart": by_type("FF")}
    return game


@pytest.mark.rule("C2E-1.5-06")
@pytest.mark.parametrize(
    ("name", "free"),
    [
        ("argent-1", False),
        ("G1", False),
        ("hope", False),
        ("SOL", False),
        ("Rome", False),
        ("Swift", False),
        ("Gannet", False),
        ("Gannet-1", True),
        ("red", True),
        ("Bold", True),
        ("Dart", True),
        ("Ultima", True),
        ("Argent-2", True),
    ],
)
def test_a_name_is_taken_by_own_things_known_worlds_and_the_market(
    game: Campaign, name: str, free: bool
) -> None:
    assert is_name_free(game, game.empire("Ada"), name) == free
    turn = run(game, Ada=f"NAME 7,9 {name}")
    assert [remark.code for remark in turn.diagnostics["Ada"]] == ([] if free else ["name-taken"])
    assert (turn.game.world("7,9").called == name) == free


@pytest.mark.rule("C2E-1.5-06")
@pytest.mark.parametrize(
    ("renamed", "old"),
    [("sol", "Sol"), ("7,7", "Sol"), ("7,9", "7,9"), ("ARGENT-1", "Argent-1"), ("g1", "g1")],
)
def test_worlds_ships_and_groups_are_renamed(game: Campaign, renamed: str, old: str) -> None:
    turn = run(game, Ada=f"NAME {renamed} Daphne")
    (event,) = (event for event in turn.events if event.code == "name.given")
    assert (event.audience, event.data["old"], event.data["new"]) == (("Ada",), old, "Daphne")
    after = turn.game
    named = [*(w.called for w in after.worlds), *(s.name for s in after.ships)]
    assert [*named, *(group.name for group in after.groups)].count("Daphne") == 1


@pytest.mark.rule("C2E-1.5-06")
def test_names_that_the_program_gives_are_never_used_again(game: Campaign) -> None:
    ada = game.empire("Ada")
    heavy, frigate = by_type("CH"), by_type("FF")
    assert [next_ship_name(game, ada, heavy) for _ in range(2)] == ["Argent-2", "Argent-3"]
    assert next_ship_name(game, ada, frigate) == "Heron-1"
    assert next_group_name(game, ada) == "g2"
    game.ships[0].name = "G2"
    assert next_group_name(game, ada) == "g3"


YOURS = "your worlds: Sol (7,7), 7,9"


def diagnostics(turn: hz.Turn) -> list[tuple[str, str, str]]:
    return [(remark.code, remark.message, remark.hint) for remark in turn.diagnostics["Ada"]]


@pytest.mark.parametrize(
    ("order", "code", "message", "hint"),
    [
        ("HOLD g2", "unknown-group", "you have no task group g2", "known: g1"),
        ("HOLD red", "unknown-group", "you have no task group red", "known: g1"),
        ("DISBAND Argent", "unknown-ship", "you have no ship Argent", "did you mean 'Argent-1'?"),
        ("LANE g1 TO Rom", "unknown-world", "there is no world Rom", "did you mean 'Rome'?"),
        ("LANE g1 TO Ultima", "unknown-world", "there is no world Ultima", "known: Sol, 7,9, Rome"),
        ("ABSTRACT Rome ON", "not-your-world", "Rome (9,9) is not yours", YOURS),
        ("PAY Bryn 1", "unknown-player", "there is no player Bryn", "did you mean 'Brin'?"),
        ("PAY ADA 1", "yourself", "this must be another player", ""),
        ("NAME sool Terra", "not-yours", "you have nothing named sool", "did you mean 'Sol'?"),
        ("BILLS red", "unknown-payee", "you have no ship or task group red", "known: g1, Argent-1"),
    ],
)  # fmt: skip
def test_what_is_not_found_is_told_with_what_is_near(
    game: Campaign, order: str, code: str, message: str, hint: str
) -> None:
    ((got, detail, help_),) = diagnostics(run(game, Ada=order))
    assert (got, detail.partition(": ")[2], help_) == (code, message, hint)


def test_who_has_nothing_is_told_so(game: Campaign) -> None:
    game.groups, game.ships = [], []
    for world in game.worlds:
        world.owner = "Brin"
    hints = [h for _, _, h in diagnostics(run(game, Ada="HOLD g1\nDISBAND x\nABSTRACT Sol ON"))]
    assert hints == ["you have no groups", "you have no ships", "you have no world"]


@pytest.mark.rule("C2E-1.5-08")
def test_nobody_deals_with_who_is_out_of_the_campaign(game: Campaign) -> None:
    game.empire("Brin").active = False
    assert diagnostics(run(game, Ada="PAY Brin 1"))[0][0] == "unknown-player"


def test_the_umpire_knows_all_worlds(game: Campaign) -> None:
    game = variant().with_seat(game, "Uma", "umpire")
    turn = run(game, Uma="PIRATE Bramble AT 30,7")
    assert turn.diagnostics["Uma"] == []
    pirates = turn.game.groups_of("")[0].name
    ordered = run(turn.game, Uma=f"LANE {pirates} TO Ultima")
    assert [remark.code for remark in ordered.diagnostics["Uma"]] != ["unknown-world"]
