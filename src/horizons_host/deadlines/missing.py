"""The game's missing-orders policy, for seats without their own."""

from __future__ import annotations

from typing import Any

import horizons_core as hz
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock, now
from horizons_host.deadlines.deciding import deadline_editor
from horizons_host.deadlines.errors import DeadlineError
from horizons_host.deadlines.outlook import Outlook
from horizons_host.order_claims import ExaminedOrders
from horizons_host.order_intake import OrderIntake
from horizons_host.order_texts import OrderText
from horizons_host.store import GAMEMASTER, GameStore
from horizons_host.store.game_policy import MISSING

#: Largest number of turns in a row that a bot plays.
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
    """Set the game's missing-orders policy: `kind` as in `Policy`.

    Standing orders in `text` apply to each seat without orders; they must be valid for every
    person. A `bot` plays `turns` turns in a row for a seat without orders; then the turn waits.
    Raises DeadlineError, UnknownNameError for a bot that the variant does not have.
    """
    editor = deadline_editor(store, reason, clock, by)
    facts: dict[str, Any] = {"kind": kind}
    policy = {
        "wait": LocalizedText("the turn waits"),
        "nothing": LocalizedText("the turn runs without them"),
    }.get(kind, "")
    if kind == "bot":
        info = store.info()
        hz.load_variant(info.variant, info.mods, info.data_mods).bot(bot)
        if not 1 <= turns <= MOST_TURNS:
            raise DeadlineError(
                LocalizedText("a bot plays 1 to {turns} turns in a row", turns=MOST_TURNS), ""
            )
        facts |= {"bot": bot, "turns": turns}
        policy = LocalizedText.plural(
            "the bot {bot} plays, for at most {count} turn in a row",
            "the bot {bot} plays, for at most {count} turns in a row",
            count=turns,
            bot=bot,
        )
    elif kind == "standing":
        facts["text"] = _for_all(store, text)
        policy = LocalizedText("the game's standing orders are used")
    elif not policy:
        raise DeadlineError(
            LocalizedText("no policy '{name}'", name=kind),
            "choose from: wait, nothing, standing, bot",
        )
    return editor.decide(
        MISSING, LocalizedText("If orders are missing, {what}", what=policy), facts
    )


def _for_all(store: GameStore, text: OrderText | None) -> str:
    """Return standing orders as stored; raises DeadlineError if they are invalid for a person."""
    if text is None:
        raise DeadlineError("standing orders are missing", "use the path of a file with orders")
    examined: ExaminedOrders | None = None
    for seat in store.seats():
        if seat.bot or seat.role:
            continue
        examined = OrderIntake(store).examine(text, seat.name)
        for remark in examined.diagnostics:
            if remark["severity"] == "error":
                at = f"{text.source}:{remark['line']}:{remark['column']}"
                raise DeadlineError(f"{at}: for {seat.name}: {remark['message']}", "correct it")
    return examined.stored_text() if examined else text.text
