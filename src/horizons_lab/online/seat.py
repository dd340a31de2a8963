"""One seat of a game on a server: what its player knows, and the orders that it gives."""

from __future__ import annotations

from typing import Any

from attrs import define, field, frozen

import horizons_core as hz
from horizons_core.bots import PlanningBot
from horizons_lab.errors import StudyError
from horizons_lab.online.connection import GameConnection, GameServerError
from horizons_lab.seats import Entrant, GuardedBot


@frozen
class StepResult:
    """The result of a step.

    Attributes:
        turn: the coming turn; None if the game has ended or not begun.
        submitted: whether orders were submitted.
        errors: number of errors in them.
        reason: the reason for no orders: "over", "not begun", "in" (the seat has orders already),
            "late" (the turn was run while the player computed); "" if orders were submitted.
    """

    turn: int | None
    submitted: bool = False
    errors: int = 0
    reason: str = ""


@define
class OnlineSeat:
    """A seat of a game on a server, played by a bot or a program.

    It submits orders for a turn once, and never if the seat has orders already: a person who shares
    the seat has priority.

    Attributes:
        connection: the game, with the token of the seat's player.
        seed: the seed of the player's dice, together with the game and the turn.
    """

    connection: GameConnection
    seed: str
    _variant: hz.Variant | None = field(default=None, init=False)

    def variant(self) -> hz.Variant:
        """Load the rules of the game; raises ServerError, PluginError."""
        if self._variant is None:
            game_state = self.connection.game_state()
            self._variant = hz.load_variant(game_state["variant"], tuple(game_state["mods"]))
        return self._variant

    def check(self, entrant: Entrant) -> None:
        """Raise StudyError or UnknownNameError for an entrant that cannot play it."""
        entrant.check(self.variant())

    def step(self, player: GuardedBot) -> StepResult:
        """Submit the player's orders for the coming turn, if it has none.

        Raises ServerError, and StudyError for a player that fails or needs the whole game.
        """
        if isinstance(player, PlanningBot):
            message = (
                f"'{player.label}' tries orders out on the whole game, which a server keeps secret"
            )
            raise StudyError(message, "choose another bot")
        game_state = self.connection.game_state()
        if game_state["state"] not in {"running", "ended"}:
            return StepResult(None, reason="not begun")
        report = self.connection.report(game_state["turn"])
        if game_state["state"] == "ended" or report["outcome"]:
            return StepResult(None, reason="over")
        coming = self.connection.own_orders()
        if coming["turn"] != report["turn"] + 1 or coming["version"]:
            return StepResult(coming["turn"], reason="in")
        view = view_of(report)
        stream = hz.Stream.from_key("online", self.seed, view.game, view.empire or "", view.turn)
        return self._submit(player.orders(view, stream), coming["turn"])

    def _submit(self, text: str, turn: int) -> StepResult:
        try:
            receipt = self.connection.submit_orders(text, turn)
        except GameServerError:
            if self.connection.own_orders()["turn"] == turn:
                raise
            return StepResult(turn, reason="late")
        return StepResult(turn, submitted=True, errors=receipt["errors"])


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
