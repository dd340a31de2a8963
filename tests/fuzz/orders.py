"""Orders of all games: any text is checked, a turn is run with it, and the game stays valid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from attrs import frozen

import horizons_core as hz
from horizons_core.rng import Stream
from tests.fuzz.mutation import mutated_text

MODS = {"event_horizon": ("shared_mining",), "galaxy_g": (), "far_horizons": ("engine_1999",)}
#: A turn is run in one of this number of cases; in the others orders are only checked.
TURN_EVERY = 5


@frozen
class Played:
    """A game after some turns, with orders that were submitted in it."""

    variant: hz.Variant
    game: hz.Game
    texts: Sequence[str]


@cache
def played(variant: str, mods: tuple[str, ...] = ()) -> Played:
    """Return a small game that bots have played for some turns, and their orders."""
    rules = hz.load_variant(variant, mods)
    game, texts = rules.new_game(["Ada", "Brin"], seed=5), []
    for turn in range(6):
        orders = {}
        for seat, bot in zip(("Ada", "Brin"), ("greedy", "random"), strict=True):
            player = rules.bots.get(bot) or rules.bots[max(rules.bots)]
            stream = Stream.from_key("fuzz", variant, turn, seat)
            orders[seat] = player.orders(rules.view(game, seat), stream)
        texts += orders.values()
        game = hz.run_turn(game, orders, variant=rules).game
    examples = [command.example for command in rules.commands if command.example]
    return Played(rules, game, [*filter(None, texts), "\n".join(examples), *examples])


def case(variant: str, stream: Stream, tried: Callable[[object], None]) -> None:
    """One changed set of orders is checked, and sometimes carried out."""
    mods = MODS[variant] if stream.below(3) == 0 else ()
    prepared = played(variant, mods)
    text = mutated_text(stream.choice(prepared.texts), stream, prepared.texts)
    tried(text)
    before = hz.digest(prepared.game)
    if stream.below(TURN_EVERY):
        remarks = prepared.variant.check_orders(prepared.game, "Ada", text)
    else:
        turn = hz.run_turn(prepared.game, {"Ada": text, "Brin": text}, variant=prepared.variant)
        assert prepared.variant.invariants(turn.game) == []
        assert turn.report("Ada").text
        remarks = turn.diagnostics["Ada"]
    assert hz.digest(prepared.game) == before, "a check changed the game"
    lines = len(text.splitlines()) + 1
    for remark in remarks:
        assert remark.message, "a remark without words"
        assert 0 <= remark.line <= lines, f"line {remark.line} of {lines}"
        assert len(remark.message) + len(remark.hint) < 3000, (
            f"a long remark: {remark.message[:90]}"
        )
