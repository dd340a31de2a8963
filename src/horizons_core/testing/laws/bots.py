"""Laws of bots: they see only a view, write orders as players do, and make no mistakes."""

from __future__ import annotations

from collections import Counter

from horizons_core.codec import canonical
from horizons_core.rng import Stream
from horizons_core.testing.laws.settings import ContractSettings
from horizons_core.testing.playing import PlayedTurn
from horizons_core.turn.forecast import foresee


class BotLaws(ContractSettings):
    """Programs can play every variant."""

    def test_there_are_bots_that_play_differently(self) -> None:
        """A variant can be studied: two bots, at least, give different orders at some point."""
        for played in self.some_turns():
            views = [self.variant.view(played.before, empire) for empire in self.seats]
            for view in views:
                key, bots = ("bot", view.turn), self.variant.bots.values()
                if len({bot.orders(view, Stream.from_key(*key)) for bot in bots}) > 1:
                    return
        names = ", ".join(self.variant.bots)
        raise AssertionError(
            f"the bots {names} give the same orders every turn: give the commands' arguments"
            " `offers` for the core's own bot, or write a bot (horizons_bots)"
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

    def test_no_bot_orders_what_its_forecast_shows_to_be_lost(self, seed: int) -> None:
        """Losses that happen without its orders, too, are not counted."""
        faults = [
            f"turn {played.after.game.turn}, {empire}: {text}"
            for played in self.played(seed)
            for empire, orders in played.orders.items()
            for text in self._losses(played, empire, orders) - self._losses(played, empire, "")
        ]
        assert not faults, "\n".join(faults)

    def _losses(self, played: PlayedTurn, empire: str, orders: str) -> Counter[str]:
        """Return the texts of the losses in the forecast of these orders."""
        if not self.losses:
            return Counter()
        events = foresee(self.variant, played.before, empire, orders).events
        return Counter(event.text for event in events if event.code in self.losses)

    def test_a_bot_leaves_its_view_alone_and_writes_the_same_again(self) -> None:
        for played in self.some_turns():
            for bot in self.variant.bots.values():
                view = self.variant.view(played.before, self.seats[-1])
                before = canonical(view.data)
                texts = {bot.orders(view, Stream.from_key("bot", 1)) for _ in range(2)}
                assert len(texts) == 1
                assert canonical(view.data) == before
