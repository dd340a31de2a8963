"""The house rules of `examples/mods`, by the name of their file, and games played with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from attrs import frozen

import horizons_core as hz
from horizons_core.plugins import load_data_mod
from tests import games

ROOT = Path(__file__).parents[2]
MODS = ROOT / "examples" / "mods"

#: A galaxy of Far Horizons that is quickly made.
SMALL = {"stars": 12, "radius": 6, "separation": 1, "absent": "nothing", "last_turn": 0}


@frozen
class Effect:
    """A fact about games without a mod, and with it.

    Attributes:
        mod: the name of the mod's file.
        measure: returns the fact, from the rules.
        plain: the fact without the mod.
        changed: the fact with it.
    """

    mod: str
    measure: Callable[[hz.Variant], Any]
    plain: Any
    changed: Any


def mod(variant, name):
    """Return the house rule of this file or folder."""
    if name.endswith(".toml"):
        return load_data_mod(MODS / variant / name)
    return import_module(f"examples.mods.{variant}.{name}")


@cache
def variant_with(variant, *names):
    """Return a game's rules with house rules that are not installed."""
    return hz.Variant(import_module(f"variants.{variant}"), [mod(variant, name) for name in names])


def names(variant):
    """Return the names of the house rules of a game."""
    files = [f.name for f in (MODS / variant).glob("*.toml")]
    files += [f.stem for f in (MODS / variant).glob("*.py")]
    return sorted(files + [f.parent.name for f in (MODS / variant).glob("*/__init__.py")])


def file_of(variant, name):
    """Return the file of a house rule."""
    folder = MODS / variant
    if name.endswith(".toml"):
        return folder / name
    file = folder / f"{name}.py"
    return file if file.is_file() else folder / name / "__init__.py"


def new_game(variant, state: Mapping[str, Any] | None = None, **options):
    """Return a game of Ada and Brin, in the state of a scenario if one is given."""
    small = SMALL if variant.name == "far_horizons" else {}
    players, chosen = ["Ada", "Brin"], {**small, **options}
    game = games.new_game(variant, players, seed=7, options=chosen)
    if state:
        assert variant.hook.horizons_scenario_state(game=game, state=state)
    return game


def play(variant, orders="", game=None):
    """Run a turn with these orders of Ada."""
    game = game or new_game(variant)
    return hz.run_turn(game, {"Ada": orders}, variant=variant)


def checked(variant, game, orders):
    """Return the codes of the remarks on these orders of Ada before, and then in, a turn."""
    remarks = variant.check_orders(game, "Ada", orders), play(variant, orders, game).diagnostics
    assert [r.code for r in remarks[0]] == [r.code for r in remarks[1]["Ada"]]
    return [r.code for r in remarks[0]]


def booked(turn, reason):
    """Return the amounts booked for Ada for this reason, or by this clause."""
    return [e.amount for e in turn.ledger.of("Ada") if reason in (e.reason, *e.rules)]


def sentence(turn, code):
    """Return the first sentence of this kind in Ada's report, which ends as the mods say."""
    report = turn.report("Ada")
    first = next(e["text"] for e in report.data["events"] if e["code"] == code)
    assert " ".join(first.split()) in " ".join(report.text.split())
    return first.strip(), report.text.endswith("Questions? Ask Cleo.\n")
