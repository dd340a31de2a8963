"""The laws of bots: they see a view, write orders as a player would, and make no mistakes."""

from __future__ import annotations

from horizons_core.codec import canonical
from horizons_core.rng import Stream
from horizons_core.testing.laws.knobs import Knobs


class BotLaws(Knobs):
    """Every variant can be played by programs."""

    def test_there_are_bots_that_play_differently(self) -> None:
        """A game can be studied: two of its bots, at least, order other things at some time."""
        for played in self.some_turns():
            views = [self.variant.view(played.before, empire) for empire in self.seats]
            for view in views:
                key, bots = ("bot", view.turn), self.variant.bots.values()
                if len({bot.orders(view, Stream.from_key(*key)) for bot in bots}) > 1:
                    return
        names = ", ".join(self.variant.bots)
        raise AssertionError(
            f"the bots {names} give the same orders in every turn: give the arguments of commands"
            " `offers`, from which the core's own bot draws, or write a bot (horizons_bots)"
        )

    def test_the_bots_play_without_a_rejected_order(self, seed: int) -> None:
        faults = [
            f"turn {played.after.game.turn}, {empire}: {remark}"
            for played in self.played(seed)
            for empire, remarks in played.after.diagnostics.items()
            for remark in remarks
            if remark.severity == "error"
        ]
        assert not faults, "\n".join(faults)

    def test_a_bot_leaves_its_view_alone_and_writes_the_same_again(self) -> None:
        for played in self.some_turns():
            for bot in self.variant.bots.values():
                view = self.variant.view(played.before, self.seats[-1])
                before = canonical(view.data)
                texts = {bot.orders(view, Stream.from_key("bot", 1)) for _ in range(2)}
                assert len(texts) == 1
                assert canonical(view.data) == before
