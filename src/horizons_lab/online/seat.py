"""One seat of a game on a server: what its player knows, and the orders that it gives."""

from __future__ import annotations

from typing import Any

from attrs import define, field, frozen

import horizons_core as hz
from horizons_core.bots import PlanningBot
from horizons_lab.errors import StudyError
from horizons_lab.online.connection import Connection, ServerError
from horizons_lab.seats import Entrant, GuardedBot


@frozen
class Turn:
    """What was done when the server was asked.

    Attributes:
        turn: the coming turn; None if none comes any more.
        given: whether orders were handed in just now.
        errors: how many mistakes were in them.
        why: what it is that nothing was given for: "over", "not begun", "in" (orders are in
            already, whoever gave them), "late" (the turn was run while the player thought);
            "" if orders were given.
    """

    turn: int | None
    given: bool = False
    errors: int = 0
    why: str = ""


@define
class OnlineSeat:
    """A seat of a game on a server, played by one of those who play studies.

    It gives orders for a turn once, and not at all if orders are in already: a person who shares
    the seat goes first.

    Attributes:
        connection: the game, with the token of the seat's holder.
        seed: from it, the game and the turn all chance of the player comes.
    """

    connection: Connection
    seed: str
    _variant: hz.Variant | None = field(default=None, init=False)

    def variant(self) -> hz.Variant:
        """The rules that the game is played by; raises ServerError, PluginError."""
        if self._variant is None:
            facts = self.connection.facts()
            self._variant = hz.load_variant(facts["variant"], tuple(facts["mods"]))
        return self._variant

    def check(self, entrant: Entrant) -> None:
        """Raise StudyError or UnknownNameError for who cannot play it."""
        entrant.check(self.variant())

    def step(self, player: GuardedBot) -> Turn:
        """Give the player's orders for the coming turn, if they are wanted.

        Raises ServerError, and StudyError for a player that fails or needs the whole game.
        """
        if isinstance(player, PlanningBot):
            what = f"'{player.label}' tries orders out in the game, which a server does not give"
            raise StudyError(what, "choose another bot")
        facts = self.connection.facts()
        if facts["state"] not in {"running", "ended"}:
            return Turn(None, why="not begun")
        report = self.connection.report(facts["turn"])
        if facts["state"] == "ended" or report["outcome"]:
            return Turn(None, why="over")
        coming = self.connection.own_orders()
        if coming["turn"] != report["turn"] + 1 or coming["version"]:
            return Turn(coming["turn"], why="in")
        view = view_of(report)
        stream = hz.Stream.from_key("online", self.seed, view.game, view.empire or "", view.turn)
        return self._given(player.orders(view, stream), coming["turn"])

    def _given(self, text: str, turn: int) -> Turn:
        try:
            receipt = self.connection.give(text, turn)
        except ServerError:
            if self.connection.own_orders()["turn"] == turn:
                raise
            return Turn(turn, why="late")
        return Turn(turn, given=True, errors=receipt["errors"])


def view_of(report: dict[str, Any]) -> hz.View:
    """What a seat knows, out of its report."""
    return hz.View(
        variant=report["variant"],
        game=report["game"],
        turn=report["turn"],
        empire=report["empire"],
        data=report["view"],
        role=report.get("role", ""),
    )
