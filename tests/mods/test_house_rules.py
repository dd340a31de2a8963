"""House rules of all games: each has its effect in games, and is short."""

from __future__ import annotations

import ast
import re
import types
from importlib import import_module

import pytest
from attrs import evolve

import horizons_core as hz
from horizons_core.errors import PluginError
from horizons_core.plugins.data_mods import read_data_mod
from tests.docs.pages import public_names
from tests.mods import campaign2e, event_horizon, far_horizons, galaxy_g, loading, starcluster

EFFECTS = {
    "event_horizon": event_horizon.EFFECTS,
    "galaxy_g": galaxy_g.EFFECTS,
    "far_horizons": far_horizons.EFFECTS,
    "campaign2e": campaign2e.EFFECTS,
    "starcluster": starcluster.EFFECTS,
}

#: Kinds of house rules that every game has; conflicts are tested by themselves.
KINDS = {
    "order", "wrapped order", "resolver", "battle rule", "formula", "wrapped formula", "phase",
    "victory", "option", "clause", "message", "data mod",
}  # fmt: skip
#: Limit for the non-blank lines of a house rule.
MAX_LINES = 20

CASES = [(game, kind) for game, effects in EFFECTS.items() for kind in effects]
MODS = [(game, name) for game in EFFECTS for name in loading.names(game)]
#: Mods that cannot be combined with others: they replace what another of the folder sets.
ALONE = ("replaced_resolver", "by_data.toml")


@pytest.mark.parametrize(("game", "kind"), CASES)
def test_a_game_uses_what_a_mod_provides(game, kind):
    effect = EFFECTS[game][kind]
    assert effect.measure(loading.variant_with(game)) == effect.plain
    assert effect.measure(loading.variant_with(game, effect.mod)) == effect.changed


@pytest.mark.parametrize("game", EFFECTS)
def test_every_kind_of_house_rule_is_there_and_every_file_is_tested(game):
    effects = EFFECTS[game]
    assert effects.keys() >= KINDS
    assert sorted(effect.mod for effect in effects.values()) == loading.names(game)


@pytest.mark.parametrize(("game", "name"), MODS)
def test_a_mod_is_short(game, name):
    text = loading.file_of(game, name).read_text("utf-8")
    assert len([line for line in text.splitlines() if line.strip()]) < MAX_LINES


@pytest.mark.parametrize(("game", "name"), [pair for pair in MODS if "." not in pair[1]])
def test_a_mod_needs_the_core_and_public_names_only(game, name):
    tree = ast.parse(loading.file_of(game, name).read_text("utf-8"))
    public = public_names(game)
    imported = [
        (node.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and not node.module.startswith("horizons_core")
        for alias in node.names
    ]
    assert [pair for pair in imported if pair[1] not in public.get(pair[0], ())] == []


@pytest.mark.parametrize("game", EFFECTS)
def test_house_rules_combine(game):
    names = [name for name in loading.names(game) if name not in ALONE]
    variant = loading.variant_with(game, *names)
    assert [mod.name for mod in variant.mods] == [
        loading.variant_with(game, name).mods[0].name for name in names
    ]
    first, second = (loading.play(variant) for _ in range(2))
    assert first.digest == second.digest
    assert variant.invariants(first.game) == []
    assert first.report("Ada").text
    assert hz.load(hz.dump(first.game), variant=variant) == first.game


@pytest.mark.parametrize("game", EFFECTS)
def test_options_of_mods_are_checked(game):
    variant = loading.variant_with(game, "option")
    (option,) = variant.mods[0].options
    with pytest.raises(hz.HorizonsError, match=f"from {option.minimum} to {option.maximum}"):
        loading.new_game(variant, **{option.name: option.maximum + 1})


# conflicts


def twin(game, name):
    """Return a mod of another name that does what this one does."""
    if name.endswith(".toml"):
        text = loading.file_of(game, name).read_text("utf-8")
        return read_data_mod(
            re.sub("^name = .*", 'name = "twin"', text, count=1, flags=re.MULTILINE), name
        )
    mod = types.ModuleType("twin")
    vars(mod).update(vars(loading.mod(game, name)))
    info = evolve(mod.horizons_mod_info(), name="twin", package="")
    mod.horizons_mod_info = hz.hookimpl(lambda: info)
    return mod


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("replaced_formula", "both replace the answer of horizons_economy"),
        ("replaced_resolver", "both replace the answer of horizons_combat_resolver"),
        ("victory", "both replace the answer of horizons_victory"),
        ("new_order", "two orders are called"),
        ("option", "two options are called"),
        ("by_data.toml", "both set"),
    ],
)
@pytest.mark.parametrize("game", EFFECTS)
def test_mods_that_do_the_same_are_refused_by_name(game, name, fault):
    own_name = loading.variant_with(game, name).mods[0].name
    with pytest.raises(PluginError) as error:
        hz.Variant(import_module(f"variants.{game}"), [loading.mod(game, name), twin(game, name)])
    assert all(words in str(error.value) for words in (own_name, "twin", fault))


@pytest.mark.parametrize(
    "name", ["wrapped_order", "battle_rule", "wrapped_formula", "wrapped_phase"]
)
@pytest.mark.parametrize("game", EFFECTS)
def test_mods_that_wrap_the_same_stack(game, name):
    modules = [loading.mod(game, name), twin(game, name)]
    assert len(hz.Variant(import_module(f"variants.{game}"), modules).mods) == 2
