"""The laws of bots: they see a view, write orders as a player would, and make no mistakes."""

from __future__ import annotations

from horizons_core.codec import canonical
from horizons_core.rng import Stream
from horizons_core.testing.laws.knobs import Knobs


class BotLaws(Knobs):
    """Every variant can be played by programs."""

    def test_there_are_two_bots_at_least(self) -> None:
        assert len(self.variant.bots) >= 2

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
