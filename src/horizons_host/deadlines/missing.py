"""What is done in a whole game about missing orders, where nothing is said for a seat itself."""

from __future__ import annotations

from typing import Any

import horizons_core as hz
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock, now
from horizons_host.deadlines.deciding import deciding
from horizons_host.deadlines.errors import DeadlineError
from horizons_host.deadlines.outlook import Outlook
from horizons_host.order_claims import Examined
from horizons_host.order_intake import OrderIntake
from horizons_host.order_texts import OrderText
from horizons_host.store import GAMEMASTER, GameStore
from horizons_host.store.game_policy import MISSING

#: A bot plays for so many turns in a row at most.
MOST_TURNS = 99


def set_game_policy(
    store: GameStore,
    kind: str,
    *,
    text: OrderText | None = None,
    bot: str = "",
    turns: int = 1,
    reason: str = "",
    clock: Clock = now,
    by: str = GAMEMASTER,
) -> Outlook:
    """Say what is done when anybody's orders are missing: `kind` as in `Policy`.

    The orders of a `text` are carried out for each seat that gave none; they must be right for
    every person. A `bot` plays `turns` turns in a row for a seat that gives no orders; then the
    turn waits. Raises DeadlineError, UnknownNameError for a bot that the variant does not have.
    """
    desk = deciding(store, reason, clock, by)
    facts: dict[str, Any] = {"kind": kind}
    told = {
        "wait": LocalizedText("the turn waits"),
        "nothing": LocalizedText("the turn runs without them"),
    }.get(kind, "")
    if kind == "bot":
        plate = store.plate()
        hz.load_variant(plate.variant, plate.mods, plate.data_mods).bot(bot)
        if not 1 <= turns <= MOST_TURNS:
            raise DeadlineError(
                LocalizedText("a bot plays 1 to {turns} turns in a row", turns=MOST_TURNS), ""
            )
        facts |= {"bot": bot, "turns": turns}
        told = LocalizedText.plural(
            "the bot {bot} plays, for at most {count} turn in a row",
            "the bot {bot} plays, for at most {count} turns in a row",
            count=turns,
            bot=bot,
        )
    elif kind == "standing":
        facts["text"] = _for_all(store, text)
        told = LocalizedText("the game's standing orders are used")
    elif not told:
        raise DeadlineError(
            LocalizedText("no policy '{name}'", name=kind),
            "choose from: wait, nothing, standing, bot",
        )
    return desk.decide(MISSING, LocalizedText("If orders are missing, {what}", what=told), facts)


def _for_all(store: GameStore, text: OrderText | None) -> str:
    """Standing orders as they are kept; raises DeadlineError if they are wrong for somebody."""
    if text is None:
        raise DeadlineError("standing orders are missing", "use the path of a file with orders")
    found: Examined | None = None
    for seat in store.seats():
        if seat.bot or seat.role:
            continue
        found = OrderIntake(store).examine(text, seat.name)
        for one in found.diagnostics:
            if one["severity"] == "error":
                where = f"{text.source}:{one['line']}:{one['column']}"
                raise DeadlineError(f"{where}: for {seat.name}: {one['message']}", "correct it")
    return found.stored_text() if found else text.text
