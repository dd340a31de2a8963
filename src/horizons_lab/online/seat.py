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
    """The result of a step.

    Attributes:
        turn: the coming turn; None if the game has ended or not begun.
        given: whether orders were submitted.
        errors: number of errors in them.
        why: the reason for no orders: "over", "not begun", "in" (the seat has orders already),
            "late" (the turn was run while the player computed); "" if orders were submitted.
    """

    turn: int | None
    given: bool = False
    errors: int = 0
    why: str = ""


@define
class OnlineSeat:
    """A seat of a game on a server, played by a bot or a program.

    It submits orders for a turn once, and never if the seat has orders already: a person who shares
    the seat has priority.

    Attributes:
        connection: the game, with the token of the seat's player.
        seed: the seed of the player's dice, together with the game and the turn.
    """

    connection: Connection
    seed: str
    _variant: hz.Variant | None = field(default=None, init=False)

    def variant(self) -> hz.Variant:
        """Load the rules of the game; raises ServerError, PluginError."""
        if self._variant is None:
            facts = self.connection.facts()
            self._variant = hz.load_variant(facts["variant"], tuple(facts["mods"]))
        return self._variant

    def check(self, entrant: Entrant) -> None:
        """Raise StudyError or UnknownNameError for an entrant that cannot play it."""
        entrant.check(self.variant())

    def step(self, player: GuardedBot) -> Turn:
        """Submit the player's orders for the coming turn, if it has none.

        Raises ServerError, and StudyError for a player that fails or needs the whole game.
        """
        if isinstance(player, PlanningBot):
            message = (
                f"'{player.label}' tries orders out on the whole game, which a server keeps secret"
            )
            raise StudyError(message, "choose another bot")
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
        return self._submit(player.orders(view, stream), coming["turn"])

    def _submit(self, text: str, turn: int) -> Turn:
        try:
            receipt = self.connection.give(text, turn)
        except ServerError:
            if self.connection.own_orders()["turn"] == turn:
                raise
            return Turn(turn, why="late")
        return Turn(turn, given=True, errors=receipt["errors"])


def view_of(report: dict[str, Any]) -> hz.View:
    """Return the view in a seat's report."""
    return hz.View(
        variant=report["variant"],
        game=report["game"],
        turn=report["turn"],
        empire=report["empire"],
        data=report["view"],
        role=report.get("role", ""),
    )
