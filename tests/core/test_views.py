"""An empire's view of a game, according to the marks on the fields."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from attrs import define, field

import horizons_core as hz
from horizons_core import model
from horizons_core.errors import UnknownNameError
from horizons_core.model import (
    SelectiveObserver,
    Sight,
    View,
    known,
    known_game,
    placeholder,
    secret,
    seen_from,
    sight_of_field,
)


@define(kw_only=True)
class Star(model.World):
    name: str = known()
    size: int = seen_from(Sight.SEEN, hidden=-1)
    ore: dict[str, int] = seen_from(Sight.SCANNED, factory=dict)
    notes: list[str] = field(factory=list)
    doom: int = secret(default=0)


@define(kw_only=True)
class Sky(model.Game):
    stars: list[Star] = known(factory=list)
    plan: str = field(default="none")


def sky():
    star = Star(id="1", name="Sol", size=5, ore={"iron": 3}, notes=["mine"], doom=9)
    return Sky(secret="s3cret", name="Night", plan="attack", stars=[star], options={"a": [1]})


def view_at(sight):
    part = known_game(sky(), lambda entity: sight)
    return part.stars[0] if part.stars else None


@pytest.mark.parametrize(
    ("sight", "size", "ore", "notes", "doom"),
    [
        (Sight.KNOWN, -1, {}, [], 0),
        (Sight.SEEN, 5, {}, [], 0),
        (Sight.SCANNED, 5, {"iron": 3}, [], 0),
        (Sight.OWN, 5, {"iron": 3}, ["mine"], 0),
        (Sight.GAMEMASTER, 5, {"iron": 3}, ["mine"], 9),
    ],
)
def test_each_degree_of_sight_shows_its_fields(sight, size, ore, notes, doom):
    star = view_at(sight)

    assert (star.id, star.name) == ("1", "Sol")
    assert (star.size, star.ore, star.notes, star.doom) == (size, ore, notes, doom)


def test_what_is_unknown_is_not_there():
    assert view_at(Sight.NOTHING) is None


def test_of_the_game_itself_only_what_is_public_is_known():
    part = known_game(sky(), lambda entity: Sight.OWN)

    assert (part.name, part.secret, part.plan) == ("Night", "", "none")


def test_what_is_known_is_a_copy():
    game = sky()
    part = known_game(game, lambda entity: Sight.OWN)
    part.stars[0].ore["iron"] = 99
    part.options["a"].append(2)

    assert game.stars[0].ore == {"iron": 3}
    assert game.options == {"a": [1]}


def test_fields_are_their_owners_unless_they_say_otherwise():
    fields = attrs.fields_dict(Star)

    assert sight_of_field(fields["notes"]) is Sight.OWN
    assert sight_of_field(fields["name"]) is Sight.KNOWN
    assert sight_of_field(fields["doom"]) is Sight.GAMEMASTER


def test_a_stand_in_is_fresh_each_time_and_a_field_needs_one():
    fields = attrs.fields_dict(Star)

    assert placeholder(fields["notes"]) is not placeholder(fields["notes"])
    assert (placeholder(fields["size"]), placeholder(fields["doom"])) == (-1, 0)
    with pytest.raises(TypeError, match="field 'name' needs a default"):
        placeholder(fields["name"])


def test_a_callable_stand_in_is_called():
    @define
    class Thing:
        a: list[int] = seen_from(Sight.OWN, hidden=list)

    assert placeholder(attrs.fields(Thing).a) == []


def test_a_stand_in_that_its_field_would_refuse_is_put_in_all_the_same():
    @define(kw_only=True)
    class Gate(model.World):
        width: int = seen_from(Sight.OWN, hidden=-1)

        @width.validator
        def _(self, _attribute, value):
            assert value > 0

    game = Sky(stars=[Gate(id="1", width=3)])

    assert [gate.width for gate in known_game(game, lambda entity: Sight.KNOWN).stars] == [-1]


def test_a_view_is_its_data():
    view = View("v", "g", 3, "Ada", {"ships": 2})

    assert (view["ships"], view.get("ships"), view.get("x"), view.get("x", 1)) == (2, 2, None, 1)
    with pytest.raises(KeyError):
        view["x"]


def test_an_empire_is_found_by_name_in_any_case():
    game = model.Game(empires=[model.Empire(id="Ada"), model.Empire(id="Brin")])

    assert game.empire("ADA").name == "Ada"
    with pytest.raises(KeyError, match="did you mean 'Brin'"):
        game.empire("Brim")


def test_an_eye_need_not_look_at_everything():
    looked = []
    first, second = (Star(id=name, name=name, size=1) for name in ("1", "2"))
    game = Sky(stars=[first, second])

    def sight(entity):
        looked.append(entity.id)
        return Sight.KNOWN

    def candidates(entities):
        return [second] if entities is game.stars else entities

    part = known_game(game, SelectiveObserver(sight, candidates))
    assert [star.id for star in part.stars] == looked == ["2"]


@define
class Mark:
    sign: str = ""


@define(kw_only=True)
class Buoy(model.Entity):
    """It holds values only: whether to look inside depends on the type of a class."""

    mark: Mark = field(factory=Mark)
    at: tuple[int, int] = known(default=(0, 0))


@define(kw_only=True)
class Fleet(model.Entity):
    """It may hold entities of others."""

    buoys: list[Buoy] = known(factory=list)
    marks: list[Mark] = field(factory=list)
    log: dict[str, Any] = field(factory=dict)


@define(kw_only=True)
class Sea(model.Game):
    buoys: list[Buoy] = known(factory=list)
    fleets: dict[str, Fleet] = known(factory=dict)


def sea():
    first, second = Buoy(id="1", mark=Mark("x")), Buoy(id="2")
    fleet = Fleet(id="f", buoys=[first, second], marks=[Mark("y")], log={"a": [1], "b": {}})
    return Sea(buoys=[first, second], fleets={"f": fleet})


def only_first(entity):
    return Sight.NOTHING if entity.id == "2" else Sight.OWN


@pytest.mark.parametrize("sight", [lambda _: Sight.OWN, lambda _: Sight.KNOWN, only_first])
def test_what_is_looked_at_is_what_a_copy_would_be(sight):
    game, shared = sea(), {}

    assert known_game(game, sight, shared) == known_game(game, sight)
    assert known_game(game, sight, shared) == known_game(game, sight)
    assert game == sea()


def test_what_is_in_a_thing_is_looked_at_for_each():
    game, shared = sea(), {}

    full = known_game(game, lambda _: Sight.OWN, shared)
    part = known_game(game, only_first, shared)

    assert [buoy.id for buoy in full.fleets["f"].buoys] == ["1", "2"]
    assert [buoy.id for buoy in part.fleets["f"].buoys] == ["1"]


def test_things_of_values_alone_are_not_copied_to_be_looked_at():
    game = sea()
    part = known_game(game, lambda _: Sight.OWN, {})

    assert part.buoys[0] is game.buoys[0]
    assert part.fleets["f"].marks[0] is game.fleets["f"].marks[0]
    assert known_game(game, lambda _: Sight.OWN).buoys[0].mark is not game.buoys[0].mark


def test_lists_and_dicts_are_copied_even_to_be_looked_at():
    game = sea()
    part = known_game(game, lambda _: Sight.OWN, {})
    mine, theirs = part.fleets["f"], game.fleets["f"]

    assert (mine.buoys, mine.marks, mine.log) == (theirs.buoys, theirs.marks, theirs.log)
    for copy, first in (
        (mine.buoys, theirs.buoys),
        (mine.marks, theirs.marks),
        (mine.log, theirs.log),
    ):
        assert copy is not first
    assert mine.log["a"] is not theirs.log["a"]


def test_what_is_known_alike_is_copied_once():
    game, shared = sky(), {}
    first, second, better = (
        known_game(game, lambda _, sight=sight: sight, shared).stars[0]
        for sight in (Sight.SEEN, Sight.SEEN, Sight.SCANNED)
    )

    assert first is second is not better
    assert (first.ore, better.ore) == ({}, {"iron": 3})


def test_public_things_are_copied_once_for_all():
    game, shared = sky(), {}
    public = SelectiveObserver(lambda entity: Sight.KNOWN, public=(Star,))
    first, second = (known_game(game, public, shared) for _ in range(2))
    mine = SelectiveObserver(lambda entity: Sight.OWN, public=(Star,), mine=game.stars[0])
    known = known_game(game, mine, shared)

    assert first.stars[0] is second.stars[0]
    assert first.stars[0].ore == {}
    assert known.stars[0].ore == {"iron": 3}
    assert known_game(game, public).stars[0] is not first.stars[0]
    assert first.stars[0] is not game.stars[0]


def test_views_of_some_are_those_of_all_in_the_order_asked_for():
    variant = hz.load_variant("event_horizon")
    game = variant.new_game(["Ada", "Brin", "Cy"], seed=3)
    every = variant.views(game)

    assert list(every) == ["Ada", "Brin", "Cy"]
    assert variant.views(game, ["cy", "Ada"]) == {name: every[name] for name in ("Cy", "Ada")}
    assert list(variant.views(game, ["cy", "Ada"])) == ["Cy", "Ada"]
    with pytest.raises(UnknownNameError, match="Dee"):
        variant.views(game, ["Dee"])
