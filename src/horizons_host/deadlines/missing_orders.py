"""The game's missing-orders policy, and marking orders as final or a draft."""

from __future__ import annotations

from typing import Any

import horizons_core as hz
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock, now, stamp
from horizons_host.deadlines.changes import deadline_editor
from horizons_host.deadlines.outlook import Outlook
from horizons_host.deadlines.schedules import DeadlineError
from horizons_host.games.order_claims import ExaminedOrders
from horizons_host.games.order_intake import OrderIntake, OrderStatus, order_status
from horizons_host.games.order_texts import OrderText
from horizons_host.seats.seats import SeatError, seat_of
from horizons_host.store import GAMEMASTER, Deadlines, GameStore
from horizons_host.store.submissions import MISSING

#: Maximum number of turns in a row that a bot plays.
MAX_TURNS = 99


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
        if not 1 <= turns <= MAX_TURNS:
            raise DeadlineError(
                LocalizedText("a bot plays 1 to {turns} turns in a row", turns=MAX_TURNS), ""
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
            LocalizedText("choose from: wait, nothing, standing, bot"),
        )
    return editor.decide(
        MISSING, LocalizedText("If orders are missing, {what}", what=policy), facts
    )


def _for_all(store: GameStore, text: OrderText | None) -> str:
    """Return standing orders as stored; raises DeadlineError if they are invalid for a person."""
    if text is None:
        raise DeadlineError(
            LocalizedText("standing orders are missing"),
            LocalizedText("use the path of a file with orders"),
        )
    examined: ExaminedOrders | None = None
    for seat in store.seats():
        if seat.bot or seat.role:
            continue
        examined = OrderIntake(store).examine(text, seat.name)
        for remark in examined.diagnostics:
            if remark["severity"] == "error":
                at = f"{text.source}:{remark['line']}:{remark['column']}"
                raise DeadlineError(
                    LocalizedText(
                        "{at}: for {seat}: {remark}",
                        at=at,
                        seat=seat.name,
                        remark=remark["message"],
                    ),
                    LocalizedText("correct it"),
                )
    return examined.stored_text() if examined else text.text


def mark_orders(
    store: GameStore, player: str, *, final: bool, clock: Clock = now, after: int | None = None
) -> OrderStatus:
    """Mark a seat's orders for the next turn as final or as a draft, and return their state.

    A draft counts at the deadline like final orders, but the turn does not run early for it. New
    orders have their own mark. Raises DeadlineError if there are no orders, NewerOrdersError unless
    `after` is the latest version or None, SeatError, TurnTakenError.
    """
    seat = seat_of(store.seats(), player)
    if seat.bot:
        raise SeatError(
            LocalizedText("{seat} is played by the bot {bot}", seat=seat.name, bot=seat.bot),
            LocalizedText("it is always ready"),
        )
    turn = store.latest() + 1
    if not Deadlines(store).mark(seat.name, turn, stamp(clock), final=final, after=after):
        raise DeadlineError(
            LocalizedText(
                "{seat} has not submitted orders for turn {turn}", seat=seat.name, turn=turn
            ),
            LocalizedText("submit orders first; an empty order set is allowed"),
        )
    _, rows = order_status(store)
    return next(row for row in rows if row.seat == seat.name)
