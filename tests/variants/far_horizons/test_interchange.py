"""Games of the 1999 engine are read and written without loss, and move over and back."""

from __future__ import annotations

import json
import shutil

import pytest

import horizons_core as hz
from horizons_core.errors import OptionError, SaveError, UnknownNameError
from horizons_core.plugins import Variant
from tests.effort import THOROUGH
from tests.host.helpers import fine
from tests.variants.far_horizons.recorded_games import recorded_games
from tests.variants.far_horizons.single_steps import game_with
from tools.far_horizons_parity.comparing import compare, differences
from variants import far_horizons
from variants.far_horizons.interchange import read_state, write_state
from variants.far_horizons.model.transactions import FACTS, TransactionKind, transaction

STATE = {
    "turn": 3,
    "species": {
        "Human": {
            "called": "Terrans",
            "treasury": 77,
            "techs": {"MI": {"level": 12, "knowledge": 14, "points": 9, "initial": 11}},
            "met": ["Klingon"], "allies": ["Klingon"],
            "visited": ["12 13 10", "2 2 2"],
            "planets": {
                "Venus": {"at": "10 10 10 #2", "mining_base": 12.3, "items": {"CU": 5, "GU3": 1}},
                "Name": {"at": "12 13 10 #1", "needed": {"IU": 4}, "siege": -40, "hidden": True},
            },
            "ships": {
                "TR10S Mover": {"at": "Earth", "loaded_at": "Earth", "unloading_at": "Venus",
                                "cargo": {"CU": 10}},
                "BAS Fort": {"at": "10 10 10 #2", "tons": 20000},
                "DD Runner": {"at": "1 2 3", "status": "withdrew", "to": "4 5 6"},
            },
        },
        "Klingon": {"enemies": "all", "treasury": -5, "visited": ["12 13 10"]},
    },
}  # fmt: skip


@pytest.fixture
def game():
    """A game with a little of everything."""
    game = game_with(STATE)
    game.empires[0].ships.insert(1, None)
    game.empires[0].colonies.insert(1, None)
    game.empires[0].ships[0].unloading_point += 1
    return game


@pytest.fixture
def folder(game, tmp_path):
    """Its export."""
    write_state(game, tmp_path / "export")
    return tmp_path / "export"


def spoil(folder, name, change):
    """Change the document of a file."""
    document = json.loads((folder / name).read_text("utf-8"))
    change(document)
    (folder / name).write_text(json.dumps(document), "utf-8")


# --- without loss ---------------------------------------------------------------------------------


def test_what_is_written_is_read_again(game, folder):
    state = read_state(folder)
    comparison = compare(state, game)
    assert comparison.differences == []
    assert comparison.fields > 700
    assert [species.name for species in state.empires] == ["Terrans", "Klingon"]
    assert state.empires[0].ships[1] is None
    assert state.empires[1].all_enemies


def test_what_is_read_is_written_to_the_byte(folder, tmp_path):
    write_state(read_state(folder), tmp_path / "again")
    for file in folder.iterdir():
        assert file.read_bytes() == (tmp_path / "again" / file.name).read_bytes()


def test_the_visits_of_a_star_stand_with_the_species(folder):
    systems = json.loads((folder / "systems.json").read_text("utf-8"))["systems"]
    visited = {(s["x"], s["y"], s["z"]): s["visited_by"] for s in systems}
    assert visited[12, 13, 10] == [1, 2]
    assert visited[2, 2, 2] == [1]
    assert visited[9, 9, 9] == []
    assert read_state(folder).empires[1].visited == ["12 13 10", "15 10 10"]


@pytest.mark.parametrize("kind", TransactionKind, ids=lambda kind: kind.name)
def test_every_kind_of_transaction_is_kept(game, tmp_path, kind):
    facts = {fact: 7 + number if slot[:-1] != "name" else f"Name {number}"
             for number, (fact, slot) in enumerate(FACTS[kind].items())}  # fmt: skip
    game.transactions = [transaction(kind, **facts)]
    write_state(game, tmp_path)
    assert read_state(tmp_path).transactions == game.transactions


def test_a_transaction_has_no_other_facts_than_its_kinds():
    with pytest.raises(ValueError, match="MISHAP has no fact 'cause'"):
        transaction(TransactionKind.MISHAP, cause=1)


def test_a_difference_names_its_place_and_both_values(game, folder):
    game.empires[0].colonies[0].mining_base += 1
    game.empires[0].colonies[2].items["CU"] = 6
    assert differences(game, read_state(folder)) == [
        "species.001.named_planets[0] (Earth).mi_base: 1001, recorded 1000",
        "species.001.named_planets[2] (Venus).items.CU: 6, recorded 5",
    ]


@pytest.mark.parametrize("more", [1, 2, 3])
def test_what_one_list_has_more_is_named_one_by_one(game, folder, more):
    ships = game.empires[0].ships
    count = len(ships)
    ships += [ships[0]] * more
    places = [f"species.001.ships[{number}]" for number in range(count, count + more)]
    changes = differences(game, read_state(folder))
    assert [line.partition(" ")[0] for line in changes] == places
    del ships[count - 1 :]
    assert [line.partition(" ")[0] for line in differences(game, read_state(folder))] == [
        f"species.001.ships[{count - 1}]"
    ]


@pytest.mark.recorded
def test_states_of_the_engines_games_are_read_and_written_without_loss(tmp_path):
    for recorded in recorded_games():
        for turn in (recorded.setup, recorded.turns()[11]):
            for name in list(turn.states())[:: 1 if THOROUGH else 4]:
                target = tmp_path / recorded.name / str(turn.number) / name
                write_state(turn.state(name), target)
                for file in (turn.folder / name).iterdir():
                    ours, theirs = (json.loads(f.read_text("utf-8"))
                                    for f in (target / file.name, file))  # fmt: skip
                    assert ours == theirs


# --- faulty files ---------------------------------------------------------------------------------


def without_home(document):
    """The home's record as that of a deleted planet, for a species with a gap."""
    document["named_planets"][0] = document["named_planets"][1]


def ship(document):
    return document["ships"][0]


@pytest.mark.parametrize(
    ("name", "change", "answer"),
    [
        ("galaxy.json", lambda d: d.update(version=2), "galaxy.json, version: 2 is out of range"),
        ("galaxy.json", lambda d: d["galaxy"].pop("radius"), "the field 'radius' is missing"),
        ("galaxy.json", lambda d: d["galaxy"].update(num_species=3), "species.003.json: the file"),
        ("galaxy.json", lambda d: d["galaxy"].update(num_species=1), "knows 1 species only"),
        ("galaxy.json", lambda d: d["galaxy"].update(radios=3), "unknown (did you mean 'radius'"),
        ("systems.json", lambda d: d["systems"][0].update(color="X"), '"X" is no colour'),
        ("systems.json", lambda d: d["systems"][0].update(visited_by=[9]), "no species 9"),
        ("systems.json", lambda d: d["systems"][1].update(visited_by=[1, 1]), "appears twice"),
        ("systems.json", lambda d: d["systems"].append(d["systems"][0]), "another star at 2 2 2"),
        ("systems.json", lambda d: d["systems"][0].update(worm_x=7), "where there is no star"),
        ("systems.json", lambda d: d["systems"][0].update(size=True), "expected a whole number"),
        ("species.001.json", lambda d: ship(d).update(status=9), "9 is no status of a ship"),
        ("species.001.json", lambda d: ship(d).update(tonnage=-1), "ships[0].tonnage: -1"),
        ("species.001.json", lambda d: ship(d).update(loading_point=50), "no named planet 50"),
        ("species.001.json", lambda d: d["ships"][3].update(tonnage=16), "its tonnage is 15"),
        ("species.001.json", lambda d: d["species"].update(id=2), "the file's name says 1"),
        ("species.001.json", lambda d: d["species"].update(name="Klingon"), "another species is"),
        ("species.001.json", without_home, "the home planet is missing"),
        ("species.001.json", lambda d: d["ships"].append(None), "expected an object, found null"),
        ("species.002.json", lambda d: d["species"].update(enemies=[7]), "there is no species 7"),
        ("transactions.json", lambda d: d.append({"type": 99}), "transactions.json, [0]"),
    ],
)
def test_an_altered_file_is_refused_with_its_place(folder, name, change, answer):
    spoil(folder, name, change)
    with pytest.raises(SaveError) as refusal:
        read_state(folder)
    assert answer in str(refusal.value)
    assert refusal.value.hint


LONG, WORD, BYTE = 2**31 - 1, 2**15 - 1, 2**8 - 1
#: Numbers of the files: their place, minimum and maximum.
BOUNDS = {
    "galaxy.json galaxy turn_number": (0, LONG),
    "galaxy.json galaxy num_species": (1, 100),
    "galaxy.json galaxy d_num_species": (0, 100),
    "galaxy.json galaxy radius": (1, 127),
    "systems.json version": (1, 1),
    "systems.json systems 0 worm_x": (0, BYTE),
    "systems.json systems 0 size": (0, 9),
    "systems.json systems 0 message": (0, LONG),
    "systems.json systems 0 planets 0 temperature_class": (1, 30),
    "systems.json systems 0 planets 0 pressure_class": (0, 29),
    "systems.json systems 0 planets 0 special": (0, 3),
    "systems.json systems 0 planets 0 diameter": (0, LONG),
    "systems.json systems 0 planets 0 gravity": (0, LONG),
    "systems.json systems 0 planets 0 mining_difficulty base": (0, LONG),
    "systems.json systems 0 planets 0 mining_difficulty increase": (0, LONG),
    "systems.json systems 0 planets 0 econ_efficiency": (0, 100),
    "systems.json systems 0 planets 0 message": (0, LONG),
    "systems.json systems 0 planets 0 atmosphere 0 code": (0, 13),
    "systems.json systems 0 planets 0 atmosphere 0 percent": (0, 100),
    "species.001.json version": (1, 1),
    "species.001.json species id": (1, 100),
    "species.001.json species hp_original_base": (0, LONG),
    "species.001.json species econ_units": (-LONG, LONG),
    "species.001.json species fleet_cost": (0, LONG),
    "species.001.json species fleet_percent_cost": (0, LONG),
    "species.001.json species tech MI level": (0, WORD),
    "species.001.json species tech MI knowledge": (0, WORD),
    "species.001.json species tech MI xp": (0, LONG),
    "species.001.json species tech MI init_level": (0, WORD),
    "species.001.json species atmosphere required code": (1, 13),
    "species.001.json species atmosphere required min_pct": (0, 100),
    "species.001.json species atmosphere required max_pct": (0, 100),
    "species.001.json species atmosphere poison 0": (1, 13),
    "species.001.json named_planets 0 status": (0, WORD),
    "species.001.json named_planets 0 hiding": (0, 1),
    "species.001.json named_planets 0 hidden": (0, 1),
    "species.001.json named_planets 0 siege_eff": (-100, 100),
    "species.001.json named_planets 0 shipyards": (0, WORD),
    "species.001.json named_planets 0 mi_base": (-LONG, LONG),
    "species.001.json named_planets 0 ius needed": (-LONG, LONG),
    "species.001.json named_planets 0 use_on_ambush": (0, LONG),
    "species.001.json named_planets 0 message": (0, LONG),
    "species.001.json ships 0 tonnage": (1, WORD),
    "species.001.json ships 0 age": (-1, 49),
    "species.001.json ships 0 remaining_cost": (0, LONG),
    "species.001.json ships 0 loading_point": (0, 9999),
    "species.001.json ships 0 location orbit": (-1, 99),
    "species.001.json ships 0 dest z": (0, BYTE),
}


def set_number(document, path, number):
    """Put a number at a place of a document."""
    *before, last = (int(part) if part.isdigit() else part for part in path)
    for part in before:
        document = document[part]
    assert isinstance(document[last], int)
    document[last] = number


@pytest.mark.parametrize("place", BOUNDS)
def test_every_number_has_bounds(folder, place):
    (name, *path), (least, most) = place.split(), BOUNDS[place]
    bounds = f"it must be from {least} to {most}"
    for number in (least - 1, most + 1):
        spoil(folder, name, lambda document, number=number: set_number(document, path, number))
        with pytest.raises(SaveError) as refusal:
            read_state(folder)
        assert refusal.value.hint == bounds, number
        assert f"{number} is out of range" in str(refusal.value)
    for number in (least, most):
        spoil(folder, name, lambda document, number=number: set_number(document, path, number))
        assert complaint(folder) != bounds, number


def complaint(folder):
    """The error message for an unreadable export."""
    try:
        read_state(folder)
    except SaveError as refused:  # it may not fit the rest
        return refused.hint
    return ""


@pytest.mark.parametrize(
    ("name", "path", "bounds"),
    [
        ("systems.json", "systems 0 planets 0 atmosphere", "it must have 4"),
        ("systems.json", "systems 0 planets", "it must have 0 to 9"),
        ("species.001.json", "species atmosphere neutral", "it must have 6"),
        ("species.001.json", "species atmosphere poison", "it must have 6"),
    ],
)
def test_every_list_has_a_length(folder, name, path, bounds):
    def lengthen(document):
        for part in path.split():
            document = document[int(part) if part.isdigit() else part]
        document += [document[0]] * 10

    spoil(folder, name, lengthen)
    with pytest.raises(SaveError) as refusal:
        read_state(folder)
    assert refusal.value.hint == bounds


@pytest.mark.parametrize("name", ["galaxy.json", "systems.json", "species.002.json"])
@pytest.mark.parametrize("share", [0, 0.5, 0.99])
def test_a_truncated_file_is_refused(folder, name, share):
    text = (folder / name).read_text("utf-8").rstrip()
    (folder / name).write_text(text[: int(len(text) * share)], "utf-8")
    with pytest.raises(SaveError, match=f"{name}: this is not JSON"):
        read_state(folder)


@pytest.mark.parametrize("name", ["galaxy.json", "systems.json", "species.001.json"])
def test_a_missing_file_is_named(folder, name):
    (folder / name).unlink()
    with pytest.raises(SaveError, match=f"{name}: the file is missing"):
        read_state(folder)


@pytest.mark.parametrize(
    "text", ['{"a": 1, "a": 2}', "[NaN]", "[" * 100_000, "\ufeff{}", "null", '"text"']
)
def test_what_is_no_export_is_refused(folder, text):
    (folder / "systems.json").write_text(text, "utf-8")
    with pytest.raises(SaveError, match="systems.json"):
        read_state(folder)


# --- moving over ----------------------------------------------------------------------------------


@pytest.fixture
def variant():
    return Variant(far_horizons)


def test_a_game_moves_over_with_its_species_as_empires(variant, folder):
    players = {"Terrans": "Ada"}
    game = variant.import_game("engine-json", folder, players=players, name="Orion")
    assert [(e.id, e.name) for e in game.empires] == [("Ada", "Terrans"), ("Klingon", "Klingon")]
    assert game.empires[0].met == ["Klingon"]
    assert (game.variant, game.name, game.turn) == ("far_horizons", "Orion", 2)
    assert game.secret
    assert game.empires[0].knowledge.turn == 2
    assert hz.load(json.loads(json.dumps(hz.dump(game)))) == game


def test_players_may_change_the_names_of_two_species(variant, folder):
    players = {"Terrans": "Klingon", "Klingon": "Ada"}
    game = variant.import_game("engine-json", folder, players=players)
    assert [(e.id, e.name) for e in game.empires] == [("Klingon", "Terrans"), ("Ada", "Klingon")]
    assert game.empires[0].allies == ["Ada"]
    assert game.empires[1].enemies == ["Klingon"]


def test_it_moves_back_as_it_was(variant, folder, tmp_path):
    game = variant.import_game("engine-json", folder, players={"Klingon": "Kor"})
    variant.export_game(game, "engine-json", tmp_path / "back")
    (folder / "transactions.json").unlink()
    names = sorted(file.name for file in folder.iterdir())
    assert sorted(file.name for file in (tmp_path / "back").iterdir()) == names
    for name in names:
        assert (tmp_path / "back" / name).read_bytes() == (folder / name).read_bytes()


def test_deals_of_the_last_turn_are_left_behind(variant, game, tmp_path):
    game.transactions = [transaction(TransactionKind.UNITS_SENT, donor=1, recipient=2, amount=5)]
    write_state(game, tmp_path)
    assert variant.import_game("engine-json", tmp_path).transactions == []


@pytest.mark.parametrize(
    ("name", "change", "answer"),
    [
        ("galaxy.json", lambda d: d["galaxy"].update(turn_number=0), "set-up is not finished"),
        ("species.001.json", lambda d: ship(d).update(just_jumped=1), "'Mover' has just moved"),
        ("species.001.json", lambda d: d["named_planets"][0]["ius"].update(install=1),
         "units are being installed on planet 'Earth'"),
        ("species.001.json", lambda d: d["named_planets"][2].update(status=64 + 10),
         "planet 'Venus' is being disbanded"),
    ],
)  # fmt: skip
def test_a_state_from_the_middle_of_a_turn_does_not_move_over(
    variant, folder, name, change, answer
):
    spoil(folder, name, change)
    with pytest.raises(SaveError, match=answer):
        variant.import_game("engine-json", folder)


@pytest.mark.rule("FH-FD-003", "FH-FD-004")
@pytest.mark.parametrize(
    ("mods", "habit", "aliens"),
    [
        ([], "CT Shade (A3,D), 2 FD", ["DD", "BC"]),
        (["engine_1999"], "CT ??? (D), 2 FD", ["BC", "DD"]),
    ],
)
def test_the_first_reports_of_a_game_that_came_over_keep_its_habits(tmp_path, mods, habit, aliens):
    """Ships in disguise: one's own, and others' in the sequence of the list (habits of 1999)."""
    veiled = {"BC Veil": {"at": "5 5 5", "cargo": {"FD": 40}}, "DD Open": {"at": "5 5 5"}}
    shade = {"CT Shade": {"at": "5 5 5", "age": 3, "cargo": {"FD": 2}}}
    state = {"Human": {"ships": shade}, "Klingon": {"ships": veiled}}
    write_state(game_with({"species": state, "turn": 3}), tmp_path / "export")
    variant = hz.load_variant("far_horizons", mods=mods)
    moved = variant.import_game("engine-json", tmp_path / "export")
    assert habit in hz.opening(moved).report("Human").text
    [alien] = moved.empire("Human").knowledge.aliens
    assert [ship["class"] for ship in alien["ships"]] == aliens


def test_a_player_for_a_species_that_is_not_there_is_refused(variant, folder):
    with pytest.raises(UnknownNameError, match="did you mean 'Terrans'"):
        variant.import_game("engine-json", folder, players={"Terans": "Ada"})


def test_a_name_that_no_player_may_bear_is_refused_with_its_folder(variant, folder):
    spoil(folder, "species.001.json", lambda d: d["species"].update(name="Terr\u202ens"))
    with pytest.raises(OptionError) as refused:
        variant.import_game("engine-json", folder)
    assert str(folder) in refused.value.message
    assert "name a player" in refused.value.hint
    game = variant.import_game("engine-json", folder, players={"Terr\u202ens": "Ada"})
    assert game.empires[0].id == "Ada"


def test_nothing_is_written_over_what_is_there(variant, game, folder, tmp_path):
    with pytest.raises(SaveError, match="is not empty"):
        variant.export_game(game, "engine-json", folder)
    (tmp_path / "file").write_text("")
    with pytest.raises(SaveError, match="is a file"):
        variant.export_game(game, "engine-json", tmp_path / "file")


def test_a_game_that_the_engine_could_not_hold_is_refused(variant, game, tmp_path):
    game.empires[0].colonies[0].name = "x" * 32
    with pytest.raises(SaveError, match=r"named_planets\[0\].name: .* is too long"):
        variant.export_game(game, "engine-json", tmp_path / "new")


def test_a_game_of_the_engine_goes_on_here_by_command(tmp_path):
    """All the way: import, a turn, a report, export."""
    write_state(game_with({"turn": 1}), tmp_path / "export")
    moved_game, seats = tmp_path / "here", ("--player", "Human=Ada", "--player", "Klingon=Kor")
    message = fine("import", "far_horizons", tmp_path / "export", "-g", moved_game,
                "--format", "engine-json", *seats)  # fmt: skip
    assert "Ada plays Human" in message.output
    fine("turn", "--yes", "-g", moved_game)
    assert "SPECIES STATUS" in fine("report", "-g", moved_game, "-p", "Ada").output.upper()
    fine("export", "-g", moved_game, "--format", "engine-json", tmp_path / "back")
    assert read_state(tmp_path / "back").turn == 2
    assert "1 turn replayed identically" in fine("verify", "-g", moved_game).output
    shutil.rmtree(moved_game)
