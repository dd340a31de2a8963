"""Resolving names: exact names, class words, near misses, places, and hints."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from horizons_core.rules import catalogue
from tests.variants.far_horizons.single_steps import RULES, game_with
from variants.far_horizons import hints
from variants.far_horizons.model import Colony, Place, Propulsion, Ship, Status
from variants.far_horizons.model.names import RULEBOOK_NAMES, name_in
from variants.far_horizons.mods.engine_1999.names import ForgivingNames, Guess, likeness
from variants.far_horizons.step_context import StepContext
from variants.far_horizons.wording import class_word_of

FORGIVING = ForgivingNames()
CATALOGUE = catalogue("far_horizons", "variants.far_horizons")
HERE = Place((10, 10, 10), 3)


def find_ship(species, text, names=RULEBOOK_NAMES, *, exact=False):
    """The ship or starbase that a text names."""
    written = name_in(text, "ship")
    return names.ship(species, written, exact=exact) if written else None


def find_planet(species, text, names=RULEBOOK_NAMES):
    written = name_in(text, "planet")
    return names.planet(species, written) if written else None


def find_species(game, text, names=RULEBOOK_NAMES):
    written = name_in(text, "species")
    return names.species(game, written) if written else None


def find_holder(species, text, names=RULEBOOK_NAMES):
    written = name_in(text, "ship", "planet")
    return names.holder(species, written) if written else None


def hint(kind, game, species, text):
    """The hint for a text that names no ship, planet or species."""
    context = StepContext.alone(RULES, game, {})
    return getattr(hints, f"{kind}_hint")(context, species, name_in(text, kind))


@pytest.fixture(scope="module")
def game():
    game = game_with(players=("Human", "Klingon", "Romulan"))
    human = game.empires[0]
    human.met = ["Klingon"]
    human.colonies += [None, Colony(name="Mars", place=Place((10, 10, 10), 4))]
    human.colonies += [Colony(name="Shangri La", place=Place((12, 13, 10), 1))]
    human.colonies += [Colony(name="7 of Nine", place=Place((12, 13, 10), 2), status=Status.COLONY)]
    human.ships += [
        ship("Laughing Dog", "CT"), None, ship("Thomas Edison", "FF"),
        ship("Sublime", "FF", drive=Propulsion.SUB_LIGHT), ship("Mover", "TR", 7),
        ship("High Guardian", "BAS", drive=Propulsion.STARBASE), ship("Mars Express", "TR", 12),
        ship("Earth", "PB"),
    ]  # fmt: skip
    return game


def ship(name, class_, tonnage=1, drive=Propulsion.FTL):
    return Ship(name=name, class_=class_, place=HERE, tonnage=tonnage, drive=drive)


@pytest.fixture(scope="module")
def human(game):
    return game.empires[0]


def names(match) -> str | None:
    return match.target.name if match else None


# likeness, letter by letter


@pytest.mark.parametrize(
    ("true", "written", "score"),
    [
        ("ENTERPRISE", "ENTERPRISE", 10),  # every letter in common
        ("ENTERPRISE", "ENTERPRIZE", 9),  # one is another
        ("ENTERPRISE", "ENTREPRISE", 10),  # two have changed places
        ("ENTERPRISE", "ENTERRPRISE", 10),  # one too many
        ("ENTERPRISE", "ENTERRISE", 9),  # one too few
        ("ENTERPRISE", "ENTRPRIS", 7),  # one too few inside, and one at the end
        ("ENTERPRISE", "ENTERPRISES", 9),  # one left over
        ("ENTERPRISE", "ENTERPRISEEE", 8),
        ("ENTERPRISE", "ENTER", 0),  # as many in common as are missing
        ("ENTERPRISE", "X", -9),  # the first is another, nine are missing
        ("ENTERPRISE", "", -10),
        ("", "ENTER", -5),
        ("", "", 0),
        ("EARTH", "EARHT", 5),
        ("EARTH", "ERATH", 5),
        ("EARTH", "EART", 3),
        ("EARTH", "HEART", 3),  # one too many at the front, one missing at the end
        ("EARTH", "EXRXH", 3),
        ("AB", "BA", 2),
        ("AAB", "AB", 2),  # the second A is missing: the B behind it counts
        ("AB", "XAB", 2),
        ("ABC", "CBA", 1),  # no two neighbours have changed places
        ("SLY DRAKE", "SLYDRAKE", 8),
        ("SLY DRAKE 27", "SLY DRAKE 72", 12),
    ],
)
def test_names_are_compared_letter_by_letter(true, written, score):
    assert likeness(true, written) == score


def as_the_rule_says(true: str, written: str) -> int:
    """The same, computed differently: the value of each pair of first letters."""
    if not true or not written:
        return -len(true) - len(written)
    if true[0] == written[0]:
        return 1 + as_the_rule_says(true[1:], written[1:])
    if true[:1] == written[1:2] and true[1:2] == written[:1]:
        return 2 + as_the_rule_says(true[2:], written[2:])
    if true[:1] == written[1:2]:
        return 1 + as_the_rule_says(true[1:], written[2:])
    if true[1:2] == written[:1]:
        return 1 + as_the_rule_says(true[2:], written[1:])
    return as_the_rule_says(true[1:], written[1:])


@given(st.text("ABC ", max_size=12), st.text("ABC ", max_size=12))
def test_names_are_compared_as_the_rule_says(true, written):
    assert likeness(true, written) == as_the_rule_says(true, written)


def guessed(written: str, *known: str) -> str | None:
    guess: Guess[str] = Guess()
    for name in known:
        guess.compare(name, name, written)
    return guess.target if guess.sure else None


@pytest.mark.parametrize(
    ("written", "known", "meaning"),
    [
        # of 5 or 6 letters one point may be missing, of 7 to 13 two, of 14 to 20 three, ...
        ("Earhx", ["Earth"], None),  # 3 of 5
        ("Eaxth", ["Earth"], "Earth"),  # 4 of 5
        ("Eart", ["Earth"], None),  # 4, less 1 that is missing
        ("Earthh", ["Earth"], "Earth"),  # 5, less 1 too many
        ("Vulxxn", ["Vulcan"], None),  # 4 of 6
        ("Vulcxn", ["Vulcan"], "Vulcan"),
        ("Klingxx", ["Klingon"], "Klingon"),  # 5 of 7
        ("Klinxxx", ["Klingon"], None),
        ("Enterpxxxx", ["Enterprise"], None),
        ("Enterprixx", ["Enterprise"], "Enterprise"),
        ("Great Guardxxx", ["Great Guardian"], "Great Guardian"),  # 11 of 14
        ("Great Guarxxxx", ["Great Guardian"], None),
        ("Mxrs", ["Mars"], None),  # names of fewer than 5 letters are never guessed
        ("Marss", ["Mars"], None),
        # no other name may be equally similar
        ("Sly Drake 2x", ["Sly Drake 27", "Sly Drake 28"], None),
        ("Sly Drake 2x", ["Sly Drake 27", "Sly Drake 28", "Vulcan"], None),
        ("Sly Drake 2x", ["Sly Drake 27", "Vulcan", "Sly Drake 28"], None),
        ("Sly Drake 2x", ["Sly Drake 27", "Sly Drake 38"], "Sly Drake 27"),
        ("Sly Drake 2x", ["Sly Drake 38", "Sly Drake 27"], "Sly Drake 27"),
        # only a name that did not improve on the best is second best: the order of names counts
        ("Alphx", ["Alpha", "Alpho", "Alphxx"], None),
        ("Alphax", ["Alphab", "Alphac", "Alphax"], "Alphax"),
        ("alphA", ["ALPHa"], "ALPHa"),
        ("Alpha", [], None),
    ],
)
def test_a_misspelt_name_is_guessed_if_it_is_like_enough_and_no_other_is(written, known, meaning):
    assert guessed(written, *known) == meaning


@given(
    st.permutations("ABCDEFGHIJKLMNOPQRSTUVWX"),
    st.integers(5, 24),
    st.integers(0, 23),
    st.sampled_from(["other", "swapped", "extra"]),
)
def test_one_slip_in_a_name_of_different_letters_is_always_forgiven(letters, length, place, slip):
    name, at = "".join(letters[:length]), place % length
    altered_text = {
        "other": f"{name[:at]}?{name[at + 1 :]}",
        "swapped": name[:at] + name[at : at + 2][::-1] + name[at + 2 :],
        "extra": f"{name[:at]}?{name[at:]}",
    }[slip]
    assert guessed(altered_text, name) == name


# ships, planets, species


@pytest.mark.rule("FH-NAME-002")
@pytest.mark.rule("FH-NAME-005")
@pytest.mark.parametrize("example", CATALOGUE.examples("FH-NAME-002", "FH-NAME-005"), ids=str)
@pytest.mark.parametrize("names_of", [RULEBOOK_NAMES, FORGIVING])
def test_capital_and_small_letters_are_alike(game, example, names_of):
    first, other = example.given["a"], example.given["b"]
    species = game_with().empires[0]
    species.ships = [ship(first.partition(" ")[2], "CA")]
    assert names(find_ship(species, other, names_of, exact=True)) == first[3:]
    assert example.expect["same"] is True


@pytest.mark.rule("FH-NAME-004")
@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("CT Laughing Dog", "Laughing Dog"),
        ("ct laughing dog, 5", "Laughing Dog"),
        ("FFS Sublime", "Sublime"),
        ("TR7 Mover", "Mover"),
        ("BAS High Guardian", "High Guardian"),
        ("BA High Guardian", "High Guardian"),
        # without its class word, or with another's, a name matches no ship
        ("Laughing Dog", None),
        ("FF Laughing Dog", None),
        ("FF Sublime", None),
        ("FFS Thomas Edison", None),
        ("TR Mover", None),
        ("TR8 Mover", None),
        ("TR7S Mover", None),
        ("BASS High Guardian", None),
        ("PL Laughing Dog", None),
        ("CT", None),
        ("CT Dog", None),
        ("", None),
    ],
)
def test_a_class_word_must_stand_before_a_ships_name_and_fit(human, written, expected):
    assert names(find_ship(human, written)) == expected


@pytest.mark.rule("FH-NAME-004")
@pytest.mark.parametrize(
    "written",
    [
        "Laughing Dog",
        "FF Laughing Dog",
        "TR99S laughing dog",
        "BAS Laughing Dog, 5",
        "CT Laughing Dog",
    ],
)
def test_by_the_engines_habit_class_words_do_not_matter(human, written):
    assert names(find_ship(human, written, FORGIVING)) == "Laughing Dog"


@pytest.mark.rule("FH-NAME-004")
def test_by_the_engines_habit_a_class_word_may_be_a_part_of_a_name(human):
    species = game_with().empires[0]
    species.ships = [ship("Dog", "CT"), ship("CT Dog", "FF")]
    assert names(find_ship(species, "CT Dog", FORGIVING)) == "Dog"
    assert names(find_ship(species, "FF CT Dog", FORGIVING)) == "CT Dog"
    species.ships.pop(0)
    assert names(find_ship(species, "CT Dog", FORGIVING)) == "CT Dog"


@pytest.mark.rule("FH-NAME-004")
@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("CT Laughign Dog", "Laughing Dog"),
        ("CT Laughing Dogs", "Laughing Dog"),
        ("FF Thomas Edisn", "Thomas Edison"),
        ("TR7 Moover", "Mover"),
        ("FF Laughign Dog", "Laughing Dog"),
        ("CT Lafhinx Dok", None),
    ],
)
def test_by_the_engines_habit_a_name_may_be_slightly_misspelt(human, written, expected):
    assert names(find_ship(human, written, FORGIVING)) == expected
    assert find_ship(human, written, FORGIVING, exact=True) is None


@pytest.mark.rule("FH-NAME-004", "FH-MISC-007")
@pytest.mark.parametrize(
    "written", ["CT Laughign Dog", "CT Laughing Dogs", "FF Thomas Edisn", "TR7 Moover"]
)
def test_by_the_rulebook_names_are_written_exactly(human, written):
    assert find_ship(human, written) is None


def test_what_was_guessed_is_known_with_its_column(human):
    written = name_in("CT Laughign Dog, 5", "ship")
    ship = FORGIVING.ship(human, written)
    assert (ship.target.name, ship.near) == ("Laughing Dog", True)
    assert (written.piece.text, written.piece.column) == ("Laughign Dog", 4)
    assert not FORGIVING.ship(human, name_in("CT Laughing Dog", "ship")).near


def test_by_the_engines_habit_any_first_word_may_be_a_class_word(human):
    assert names(find_ship(human, "XX Laughign Dog", FORGIVING)) == "Laughing Dog"
    assert names(find_ship(human, "Laughign Dog", FORGIVING)) == "Laughing Dog"


@pytest.mark.rule("FH-NAME-004")
@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("PL Mars", "Mars"), ("pl shangri la", "Shangri La"), ("PL Shangrila", None),
        ("PL 7 of Nine", "7 of Nine"), ("Mars", None), ("PL Nars", None), ("SP Mars", None),
        ("PL", None),
    ],
)  # fmt: skip
def test_a_planet_is_named_behind_pl(human, written, expected):
    assert names(find_planet(human, written)) == expected


@pytest.mark.parametrize("written", ["Shangri La", "PL Shangrila", "Shangrila"])
def test_by_the_engines_habit_pl_may_be_missing_and_the_name_misspelt(human, written):
    assert names(find_planet(human, written, FORGIVING)) == "Shangri La"


@pytest.mark.rule("FH-NAME-004")
@pytest.mark.parametrize(
    ("written", "expected"),
    [("SP Klingon", "Klingon"), ("sp KLINGON", "Klingon"), ("SP Klignon", None),
     ("Klingon", None), ("SP Vulcan", None), ("SP", None), ("SP 17", None)],
)  # fmt: skip
def test_a_species_is_named_behind_sp(game, written, expected):
    assert names(find_species(game, written)) == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("PL Mars", Colony), ("TR7 Mover", Ship), ("PL Earth", Colony), ("PB Earth", Ship),
        ("TR7 Moveer", type(None)), ("PL Shangri Laa", type(None)), ("XX Nobody", type(None)),
    ],
)  # fmt: skip
def test_cargo_goes_from_and_to_ships_and_planets(human, written, expected):
    holder = find_holder(human, written)
    assert type(holder.target if holder else None) is expected


@pytest.mark.parametrize(
    ("written", "expected"), [("TR7 Moveer", Ship), ("PL Shangri Laa", Colony)]
)
def test_by_the_engines_habit_where_cargo_goes_may_be_misspelt(human, written, expected):
    assert type(find_holder(human, written, FORGIVING).target) is expected


def test_by_the_engines_habit_a_ship_of_that_name_comes_before_a_planet(human):
    assert type(find_holder(human, "Earth", FORGIVING).target) is Ship
    assert type(find_holder(human, "PL Earth", FORGIVING).target) is Colony


@pytest.mark.parametrize("name", ["Laughing Dog", "Mover", "Sublime", "High Guardian"])
def test_a_ship_is_found_by_the_class_word_that_is_shown(human, name):
    ship = next(s for s in human.living_ships() if s.name == name)
    assert find_ship(human, f"{class_word_of(ship)} {name}").target is ship


# hints


def test_hints_name_the_nearest_as_it_is_to_be_written(game, human):
    assert hint("ship", game, human, "Laughing Dog") == "did you mean 'CT Laughing Dog'?"
    assert hint("ship", game, human, "TR8 Mover, 5") == "did you mean 'TR7 Mover'?"
    assert hint("planet", game, human, "Shangri La") == "did you mean 'PL Shangri La'?"
    assert hint("species", game, human, "Klingon") == "did you mean 'SP Klingon'?"
    assert hint("ship", game, human, "qqqqqq") == "write its class and its name"
    assert hint("ship", game, game.empires[1], "qqqqqq") == "you have no ships"


@pytest.mark.rule("FH-ORDER-018")
def test_a_hint_says_where_a_comma_is_missing(game, human):
    message = hint("ship", game, human, "ct laughing dog PL Mars")
    assert message == "put a comma after 'CT Laughing Dog'"
    assert hint("planet", game, human, "PL Mars TR7 Mover") == "put a comma after 'PL Mars'"
    assert hint("species", game, human, "SP Klingon 5") == "put a comma after 'SP Klingon'"


def test_a_hint_names_no_species_that_was_not_met(game, human):
    assert hint("species", game, human, "SP Romulan") != "did you mean 'SP Romulan'?"


@given(st.text(max_size=40), st.sampled_from([RULEBOOK_NAMES, FORGIVING]))
def test_whatever_is_written_somebody_or_nobody_is_found(text, names_of):
    game = game_with()
    species = game.empires[0]
    species.ships = [ship("Dog", "CT"), ship("Laughing Dog", "TR", 3)]
    for find in (find_ship, find_planet, find_holder):
        match = find(species, text, names_of)
        assert match is None or match.target.name
