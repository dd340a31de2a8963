"""Games as data: lossless, canonical, copied, migrated, or refused with a reason."""

from __future__ import annotations

import enum
import json
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import horizons_core as hz
from horizons_core import codec
from horizons_core.codec import json_text, put_in_order
from horizons_core.errors import SaveError
from horizons_core.model import Sight, seen_from
from horizons_core.saves import load_under

VARIANT = hz.load_variant("event_horizon")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
    max_leaves=20,
)


def later_game():
    """Return a game after two turns, so that memories and contacts are filled."""
    game = VARIANT.new_game(["Ada", "Brin"], seed=11, options={"side": 6}, name="Codec")
    for _ in range(2):
        game = hz.run_turn(game, {"Ada": "BUILD 2 0 1 0 0 Probe\nMOVE 1 E\nMOVE 2 W"}).game
    return game


def test_a_game_survives_json_without_loss():
    game = later_game()
    loaded = hz.load(json.loads(json.dumps(hz.dump(game))))

    assert loaded == game
    assert hz.digest(loaded) == hz.digest(game)


@given(data=JSON)
def test_canonical_json_is_the_same_data(data):
    assert json.loads(hz.canonical(data)) == data


@given(data=st.dictionaries(st.text(st.characters(codec="utf-8")), st.integers()))
def test_canonical_json_does_not_depend_on_the_order_of_keys(data):
    backwards = dict(reversed(data.items()))

    assert hz.canonical(backwards) == hz.canonical(data)
    assert b" " not in hz.canonical({"a": [1, 2], "b": {}})


def test_canonical_json_keeps_letters_as_they_are_and_refuses_nan():
    assert hz.canonical({"name": "Zoë"}) == '{"name":"Zoë"}'.encode()
    with pytest.raises(ValueError, match="JSON"):
        hz.canonical(float("nan"))


class Tint(enum.Enum):
    RED = "red"


class Mark(enum.IntFlag):
    DUSTY = 1
    OLD = 2


@attrs.define
class Leaf:
    at: tuple[int, int] = (1, -2)
    name: str = 'a"\\\n\x1fé\u2028'


@attrs.frozen
class Twig:
    z: float = 0.1
    a: bool = True
    leaf: Leaf | None = None
    leaves: list[Leaf] = attrs.field(factory=list)
    by_name: dict[str, Leaf] = attrs.field(factory=dict)
    marks: tuple[str, ...] = ()
    colour: Tint = Tint.RED
    mark: Mark = Mark.DUSTY
    flags: int = 0
    other: str | int = 7
    by_number: dict[int, int] = attrs.field(factory=dict)
    anything: Any = None
    made: int = attrs.field(default=3, init=False)
    twig: Twig | None = None
    rare: int = seen_from(Sight.OWN, default=0, omitted=True)
    rarer: dict[str, int] = seen_from(Sight.OWN, factory=dict, omitted=True)


@attrs.define
class Needle(Leaf):
    green: bool = True


@attrs.frozen
class Bud(Twig):
    open: bool = False


@attrs.frozen
class Branch:
    bud: Bud
    twigs: list[Twig]


@attrs.frozen(slots=False)
class Fossil:
    """An immutable object with a slot for its cached text."""

    age: int = 1
    weight: float = 1.5
    inner: Fossil | None = None
    marks: tuple[tuple[str, int], ...] = ()


@attrs.frozen(slots=False)
class Amber:
    """A mutable object with a slot for its cached text."""

    leaf: Leaf = attrs.field(factory=Leaf)


@attrs.define
class Chest:
    fossils: list[Fossil] = attrs.field(factory=list)
    amber: Amber = attrs.field(factory=Amber)
    notes: dict[str, Any] = attrs.field(factory=dict)


TWIG, BUD = Twig(z=0.5), Bud()
FOSSIL = Fossil(2, 1e22, Fossil(marks=(("é", 1),)))


@pytest.mark.parametrize(
    "value",
    [
        Leaf(),
        Twig(),
        Twig(z=-0.0, a=False, leaf=Leaf(), leaves=[Leaf(), Leaf((0, 0))], marks=("x", "y")),
        Twig(z=1e22, by_name={"b": Leaf(), "a": Leaf(), "é": Leaf()}, rare=1, rarer={"a": 1}),
        Twig(z=5, other="text", by_number={10: 1, 9: 2}, anything={"b": [Leaf()], "a": None}),
        Twig(twig=Twig(twig=Twig())),
        Twig(mark=Mark.DUSTY | Mark.OLD, flags=Mark.OLD),
        # shared objects
        Branch(BUD, [TWIG, Twig(twig=TWIG), Twig(z=0), TWIG, Twig(z=0.0), Twig(z=-0.0)]),
        Chest(
            [FOSSIL, Fossil(), FOSSIL], notes={"b": (1, [Leaf()]), "a": {"z": Mark.OLD, "é": 0.5}}
        ),
        # values other than declared
        Chest([Fossil(age=True), Fossil(weight=1), Fossil(inner=Leaf())]),
        Branch(BUD, [BUD, TWIG]),
        Twig(z=True, a=1),
        Twig(flags=True),
        Twig(flags=1.0),
        Twig(leaf=Needle(), leaves=[Needle(), Leaf()]),
        Twig(leaves=(Leaf(),), marks=["x"]),
        Leaf(at=[1, 2]),
        Leaf(at=(1, True)),
        Leaf(at=(1.5, 2)),
        Leaf(name=None),
        Leaf(name=3),
    ],
)
def test_a_digest_is_that_of_the_plain_data(value):
    assert hz.digest(value) == codec.digest_of(hz.dump(value))


def test_what_can_never_change_is_written_once_for_all_digests():
    fossil = Fossil(age=1)
    hz.digest(Chest([fossil]))
    object.__setattr__(fossil, "age", 2)  # shows whether the object is examined

    assert hz.digest(Chest([fossil])) == hz.digest(Chest([Fossil(age=1)]))


def test_what_may_change_is_written_each_time():
    chest = Chest()
    before = hz.digest(chest)
    chest.amber.leaf.name = "oak"

    assert hz.digest(chest) == codec.digest_of(hz.dump(chest)) != before


@pytest.mark.parametrize("name", ["campaign2e", "event_horizon", "far_horizons", "galaxy_g"])
def test_the_digest_of_a_game_is_taken_without_plain_data(monkeypatch, name):
    game = hz.run_turn(hz.load_variant(name).new_game(["Ada", "Brin"], seed=11), {}).game
    monkeypatch.setattr(json_text, "dump", None)

    assert len(hz.digest(game)) == 64


@pytest.mark.parametrize(
    ("value", "error"),
    [(Twig(z=float("nan")), ValueError), (Twig(anything={1, 2}), TypeError)],
)
def test_what_json_has_no_form_for_has_no_digest(value, error):
    for ask in (hz.digest, lambda value: codec.digest_of(hz.dump(value))):
        with pytest.raises(error):
            ask(value)


def test_a_digest_has_256_bits_and_changes_with_any_field():
    game = later_game()
    before = hz.digest(game)
    assert len(bytes.fromhex(before)) == 32
    assert before == codec.digest_of(hz.dump(game))
    game.ships[-1].points += 1
    assert hz.digest(game) != before


def test_a_copy_is_equal_and_shares_nothing_that_can_change():
    game = later_game()
    copy = codec.copy_of(game)
    assert copy == game
    assert copy is not game
    copy.ships[0].hull += 1
    copy.empires[0].stock["hull"] += 1
    copy.empires[0].sighted.append("x")
    copy.sectors[0].values.clear()

    assert copy.ships[0].hull == game.ships[0].hull + 1
    assert copy.empires[0].stock["hull"] == game.empires[0].stock["hull"] + 1
    assert "x" not in game.empires[0].sighted
    assert game.sectors[0].values


class Colour(enum.Enum):
    RED = 1


@attrs.frozen
class Fixed:
    value: int


@attrs.define
class Loose:
    value: int
    inner: list[int]


def test_a_copy_shares_what_is_frozen_and_copies_what_is_not():
    fixed, loose = Fixed(1), Loose(1, [1])
    box = {"fixed": fixed, "loose": loose, "tuple": (1, 2), "colour": Colour.RED}
    copy = codec.copy_of(box)

    assert copy == box
    assert copy["fixed"] is fixed
    assert copy["loose"] is not loose
    assert copy["loose"].inner is not loose.inner


def test_a_copy_has_its_dicts_in_the_order_in_which_a_saved_game_has_them():
    filled = {"b": {"z": 1, "a": 2}, "a": {"d": Loose(1, []), "c": Loose(2, [])}, "c": {}}
    assert str(codec.copy_of(filled)) == str(codec.copy_of(dict(reversed(filled.items()))))
    assert [list(part) for part in codec.copy_of(filled).values()] == [["c", "d"], ["a", "z"], []]


@attrs.define
class Crate:
    """Fields of every kind that copies and put_in_order distinguish by declared types."""

    number: int | None = 1
    fixed: Fixed = Fixed(1)
    fixtures: list[Fixed] = attrs.field(factory=lambda: [Fixed(2)])
    words: dict[str, list[str]] = attrs.field(factory=lambda: {"b": ["z", "y"], "a": []})
    loose: Loose | None = attrs.field(factory=lambda: Loose(1, [1]))
    anything: Any = attrs.field(factory=lambda: [{"d": 1, "c": {"f": 1, "e": 2}}])
    crates: list[Crate] = attrs.field(factory=list)
    by_name: dict[str, Crate] = attrs.field(factory=dict)


def crate():
    return Crate(crates=[Crate()], by_name={"b": Crate(words={}), "a": Crate()})


def parts_that_change(value):
    """Return all mutable parts of an object by their identity."""
    if isinstance(value, list | dict):
        inner = value.values() if isinstance(value, dict) else value
    elif isinstance(value, Crate | Loose):
        inner = [getattr(value, field.name) for field in attrs.fields(type(value))]
    else:
        return {}
    return {id(value): value} | {k: v for part in inner for k, v in parts_that_change(part).items()}


def test_a_copy_shares_no_part_that_can_change_whatever_its_fields_declare():
    original = crate()
    copy = codec.copy_of(original)
    assert copy == original
    assert len(parts_that_change(copy)) == len(parts_that_change(original)) > 20
    assert not parts_that_change(copy).keys() & parts_that_change(original).keys()
    assert copy.fixtures[0] is original.fixtures[0]


def test_dicts_are_put_in_order_wherever_fields_hold_them():
    original = crate()
    assert str(original) != str(codec.copy_of(original))
    put_in_order(original)
    assert str(original) == str(codec.copy_of(original))


def test_fields_of_types_that_cannot_be_found_are_copied_and_put_in_order():
    @attrs.define
    class Unfound:
        number: "Nowhere"  # noqa: F821, UP037
        words: "Nowhere"  # noqa: F821, UP037

    unfound = Unfound([1], {"b": 1, "a": 2})
    copy = codec.copy_of(unfound)
    assert copy == unfound
    assert copy.number is not unfound.number
    assert (list(copy.words), list(unfound.words)) == (["a", "b"], ["b", "a"])
    put_in_order(unfound)
    assert list(unfound.words) == ["a", "b"]


def test_what_no_game_can_hold_is_not_copied():
    with pytest.raises(TypeError, match="cannot hold a set"):
        codec.copy_of({"bad": {1, 2}})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"variant": None}, "names no variant"),
        ({"variant": "unheard_of"}, "no variant 'unheard_of'"),
        ({"mods": ["unheard_of"]}, "no mod 'unheard_of'"),
        ({"schema": 2}, "newer version of Event Horizon"),
        ({"schema": 0}, "names no schema"),
        ({"schema": "1"}, "names no schema"),
        ({"rules": "0" * 32}, "other rules of Event Horizon"),
        ({"turn": "many"}, "damaged"),
        ({"ships": [{"id": "Ada/1", "speed": 3}]}, r"damaged: .* @ game\.ships\[0\]"),
        ({"surplus": 1}, "damaged"),
    ],
)
def test_what_cannot_be_loaded_is_refused_with_the_reason(change, message):
    with pytest.raises(hz.HorizonsError, match=message):
        hz.load({**hz.dump(later_game()), **change})


@pytest.mark.parametrize("data", [None, [], "text", {}, {"variant": 3}])
def test_what_is_no_game_at_all_is_refused(data):
    with pytest.raises(SaveError, match="not a saved game"):
        hz.load(data)


def with_info(monkeypatch, **changes):
    monkeypatch.setattr(VARIANT, "info", attrs.evolve(VARIANT.info, **changes))


def test_an_older_game_is_migrated_step_by_step(monkeypatch):
    def first(data):
        return {key: value for key, value in data.items() if key != "oldest"}

    def second(data):
        return {**data, "turn": data["turn"] + 100}

    old = {**hz.dump(later_game()), "oldest": True}
    with_info(monkeypatch, schema=3, migrations={1: first, 2: second})
    game = hz.load(old)

    assert (game.schema, game.turn) == (3, 102)
    assert (old["schema"], old["oldest"]) == (1, True)


def test_a_gap_in_the_migrations_is_reported(monkeypatch):
    old = hz.dump(later_game())
    with_info(monkeypatch, schema=3, migrations={1: dict})

    with pytest.raises(SaveError, match="from schema 2 to 3"):
        hz.load(old)


def test_games_under_compatible_rules_go_on_under_todays(monkeypatch):
    with_info(monkeypatch, compatible_rules=("cafe",), version="9.9")
    game = hz.load({**hz.dump(later_game()), "rules": "cafe"})

    assert (game.rules, game.version) == (VARIANT.rules_digest, "9.9")


def test_a_game_of_an_earlier_version_keeps_its_rules(monkeypatch):
    with_info(monkeypatch, version="9.9", earlier_rules={"9.8": ("beef", "cafe")})
    old = {**hz.dump(later_game()), "rules": "cafe", "version": "9.8"}
    game = hz.load(old)

    assert (game.rules, game.version) == ("beef", "9.8")
    assert (game.plays_by("9.8"), game.plays_by("9.9"), game.plays_by("9.10")) == (
        True,
        False,
        False,
    )
    migrated = load_under(old, VARIANT)
    assert (migrated.rules, migrated.version) == (VARIANT.rules_digest, "9.9")
    assert migrated.plays_by("9.9")
    with pytest.raises(SaveError, match="under other rules"):
        hz.load({**old, "version": "9.7"})


def test_things_are_put_in_the_order_of_a_save():
    data = [{"b": {"d": 1, "c": 2}, "a": [{"z": 1, "y": 2}]}]
    put_in_order(data)
    assert json.dumps(data) == json.dumps(data, sort_keys=True)
    assert data == [{"b": {"d": 1, "c": 2}, "a": [{"z": 1, "y": 2}]}]
