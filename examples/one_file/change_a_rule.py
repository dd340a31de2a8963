"""Change the rules of Moon Raiders without installing anything, and compare the results.

    python examples/one_file/change_a_rule.py

The same three bots play the same games by the book, with the house rule of strongboxes.py, with the
data of long_war.toml, and with a rule in this file.
"""

from pathlib import Path

import moon_raiders
import strongboxes
from attrs import evolve

import horizons_core as hz
from horizons_core.plugins import load_data_mod
from horizons_core.testing import play

PLAYERS = ["Ada", "Brin", "Cato"]
SEEDS = range(1, 9)


class CheapTraps:
    """A house rule needs no separate file: any object with hooks will do."""

    @hz.hookimpl
    def horizons_mod_info(self):
        return hz.ModInfo("cheap_traps", "moon_raiders", "Cheap traps", "1.0", "A trap costs 2.")

    @hz.hookimpl(wrapper=True)
    def horizons_economy(self):
        return evolve((yield), trap=2)


LONG_WAR = load_data_mod(Path(__file__).with_name("long_war.toml"))
RULES = {
    "by the book": hz.Variant(moon_raiders),
    "strongboxes": hz.Variant(moon_raiders, [strongboxes]),
    "the long war": hz.Variant(moon_raiders, [LONG_WAR]),
    "cheap traps": hz.Variant(moon_raiders, [CheapTraps]),
}


def play_game(variant, seed):
    """Play a game of three raiders; return its winner and last turn."""
    game = variant.new_game(PLAYERS, seed=seed)
    bots = dict.fromkeys(PLAYERS, variant.bots["raider"])
    *_, last = play(variant, game, bots, seed, turns=200)
    outcome = last.after.game.outcome
    return f"{outcome.winners[0]} in turn {outcome.turn}"


if __name__ == "__main__":
    print("game  " + "".join(f"{name:18}" for name in RULES).rstrip())
    for seed in SEEDS:
        row = "".join(f"{play_game(variant, seed):18}" for variant in RULES.values())
        print(f"{seed:4}  {row.rstrip()}")
