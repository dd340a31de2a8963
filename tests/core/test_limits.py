"""The numbers that house rules change have limits, in every game (horizons_core.limits)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from importlib import import_module
from itertools import product
from typing import Any

import attrs
import pytest

import horizons_core as hz
import variants.starcluster
from horizons_core.errors import PluginError
from horizons_core.limits import number
from horizons_core.plugins.data_mods import read_data_mod, with_constants
from variants.starcluster.economy import StarclusterEconomy

GAMES = ("event_horizon", "galaxy_g", "far_horizons", "campaign2e", "starcluster")
NUMBERS = (int, float, Fraction)


def constants(model: Any) -> Iterator[tuple[str, ...]]:
    """Yield the places of an economy's or resolver's numbers: names of fields, and keys."""
    for field in attrs.fields(type(model)):
        value = getattr(model, field.name)
        if attrs.has(type(value)):
            yield from ((field.name, *rest) for rest in constants(value))
        elif isinstance(value, Mapping):
            yield from ((field.name, key) for key, entry in value.items() if has_numbers(entry))
        elif has_numbers(value):
            yield (field.name,)


def has_numbers(value: Any) -> bool:
    if isinstance(value, tuple):
        return any(map(has_numbers, value))
    return isinstance(value, NUMBERS) and not isinstance(value, bool)


def spoil(value: Any, wrong: Any) -> Any:
    """Return a copy of a constant with all its numbers wrong."""
    if isinstance(value, tuple):
        return [spoil(entry, wrong) for entry in value]
    return str(wrong) if isinstance(value, Fraction) else wrong


def change(model: Any, place: tuple[str, ...], wrong: Any) -> Any:
    name, *rest = place
    if not rest:
        value = model[name] if isinstance(model, Mapping) else getattr(model, name)
        return {name: spoil(value, wrong)}
    return {name: change(getattr(model, name), tuple(rest), wrong)}


@pytest.mark.parametrize("part", ["economy", "combat"])
@pytest.mark.parametrize("game", GAMES)
def test_every_number_that_a_house_rule_may_change_has_limits(game, part):
    model = getattr(hz.load_variant(game), part)
    places = list(constants(model))
    assert places
    for place, wrong in product(places, (-5, 10**50)):
        with pytest.raises(PluginError, match=rf"rich\.toml: \[{part}\].*{place[0]}"):
            with_constants(model, change(model, place, wrong), f"rich.toml: [{part}]")


@pytest.mark.parametrize("line", ["freighter_price = -5", "research.level_cost = -1", "fee = '1'"])
def test_a_file_with_a_number_beyond_its_limits_is_refused_when_it_is_loaded(line):
    text = f"[mod]\nname = 'rich'\nvariant = 'starcluster'\n[economy]\n{line}\n"
    name = line.partition(" ")[0].partition(".")[2] or line.partition(" ")[0]

    with pytest.raises(
        PluginError, match=rf"rich\.toml, line 5: \[economy\].*'{name}' must be [<>]= \d+"
    ):
        hz.Variant(variants.starcluster, [read_data_mod(text, "rich.toml")])


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_name_in_combat_is_refused_when_the_file_is_loaded(game):
    module = import_module(f"variants.{game}")
    text = f"[mod]\nname = 'rich'\nvariant = '{game}'\n[combat]\nmost_shotz = 1\n"

    with pytest.raises(
        PluginError, match=r"rich\.toml, line 5: \[combat\] has no constant 'most_shotz'"
    ):
        hz.Variant(module, [read_data_mod(text, "rich.toml")])


def test_a_wrong_name_in_a_file_is_refused_with_the_file(tmp_path):
    file = tmp_path / "rich.toml"
    text = "[mod]\nname = 'rich'\nvariant = 'far_horizons'\n[combat]\nmost_shot = 1\n"
    file.write_text(text)

    with pytest.raises(
        PluginError, match=r"rich\.toml, line \d: \[combat\] has no .*rules\.most_shots"
    ):
        hz.load_variant("far_horizons", [str(file)])
    with pytest.raises(PluginError, match=r"the mod 'rich', line 5: \[combat\] has no"):
        hz.load_variant("far_horizons", ["rich"], {"rich": text})


@pytest.mark.parametrize(
    ("lines", "hint"),
    [
        ("most_shot = 1", "did you mean 'rules.most_shots'?"),
        ("rules.most_shot = 1", "did you mean 'most_shots'?"),
        ("rule.most_shots = 1", "did you mean 'rules'?"),
        ("economy.hull_price = 1", "known: rules"),
    ],
)
def test_a_near_miss_is_found_in_the_table_below_too(lines, hint):
    resolver = hz.load_variant("far_horizons").combat
    with pytest.raises(PluginError) as refused:
        with_constants(resolver, tomllib.loads(lines), "rich.toml: [combat]")
    assert refused.value.hint == hint


@pytest.mark.parametrize("written", ["0.25", "'1/4'", "'0.25'"])
def test_a_fraction_is_written_as_a_number_or_with_a_stroke(written):
    economy = with_constants(StarclusterEconomy(), tomllib.loads(f"fee = {written}"), "rich.toml")

    assert economy.fee == Fraction(1, 4)


@pytest.mark.parametrize("written", ["true", "'1/0'", "'half'", "[1]", "nan"])
def test_what_is_no_fraction_is_refused_with_its_place(written):
    with pytest.raises(PluginError, match=r"rich\.toml: fee cannot be"):
        with_constants(StarclusterEconomy(), tomllib.loads(f"fee = {written}"), "rich.toml")


@pytest.mark.parametrize("wrong", [-1, 11, float("nan"), float("inf"), (3, 12), {"a": [2, -1]}])
def test_limits_hold_for_all_numbers_in_a_value(wrong):
    @attrs.frozen
    class Rules:
        limited: Any = number(5, 0, 10)

    assert Rules((0, 10, {"a": [1]})).limited
    with pytest.raises(ValueError, match=r"'limited' must be (>= 0|<= 10): "):
        Rules(wrong)
