"""Changes that a gamemaster makes to a seat, such as a new player, address or bot."""

from __future__ import annotations

from typing import Any

from attrs import evolve

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock, now
from horizons_host.games.audit import GAMEMASTER, act
from horizons_host.games.order_claims import password_of
from horizons_host.games.order_intake import OrderIntake
from horizons_host.games.order_texts import OrderText
from horizons_host.mail.resend import address_entry, addresses
from horizons_host.seats.passwords import hashed
from horizons_host.seats.seats import SeatError, mail_address, policy_words, seat_of
from horizons_host.store import AS_THE_GAME, GameStore, Policy, SeatingPlan, SeatRecord

#: Stored as the player of a seat that has none.
NO_PLAYER = "nobody"
#: Default number of turns that a bot plays.
BOT_TURNS = 1
#: Maximum number of turns that a bot can be set to play.
MAX_TURNS = 999_999


class StandingOrdersError(HorizonsError):
    """Standing orders with errors."""


def set_password(
    store: GameStore,
    player: str,
    password: str | None,
    clock: Clock = now,
    by: str = GAMEMASTER,
) -> SeatRecord:
    """Set a seat's password, or remove it (None); raises SeatError, PasswordError."""
    seat = _person(store, player)
    new_hash = "" if password is None else hashed(seat.name, password)
    words = LocalizedText("{seat} has a new password.", seat=seat.name)
    if password is None:
        words = LocalizedText("{seat} no longer has a password.", seat=seat.name)
    entry = act("password", store.latest(), words, clock, by, seat=seat.name, given=bool(new_hash))
    SeatingPlan(store).set_password(seat.name, new_hash, entry)
    return seat


def set_address(
    store: GameStore,
    player: str,
    address: str | None,
    clock: Clock = now,
    by: str = GAMEMASTER,
) -> SeatRecord:
    """Set the email address of a player, or remove it (None); raises SeatError."""
    seat = _person(store, player)
    at = "" if address is None else mail_address(address)
    SeatingPlan(store).redirect(seat.name, at, address_entry(store, seat, at, clock, by))
    return seat


def set_bot(
    store: GameStore, player: str, bot: str | None, clock: Clock = now, by: str = GAMEMASTER
) -> SeatRecord:
    """Give a seat to a bot, or back to a person (None); raises SeatError, UnknownNameError."""
    seat = seat_of(store.seats(), player)
    if seat.role:
        raise SeatError(f"{seat.name} plays no empire", "bots can't play this seat")
    bot_name = None if bot is None else _bot(store, bot)
    words = LocalizedText("{seat} is now played by a person.", seat=seat.name)
    if bot:
        words = LocalizedText("{seat} is now played by a bot.", seat=seat.name)
    entry = act("bot", store.latest(), words, clock, by, seat=seat.name, bot=bot_name)
    SeatingPlan(store).set_bot(seat.name, bot_name, entry)
    return seat


def hand_over(
    store: GameStore,
    player: str,
    person: str,
    password: str | None,
    address: str | None,
    clock: Clock = now,
    by: str = GAMEMASTER,
) -> SeatRecord:
    """Give a seat to another person, with this password and address; raises SeatError."""
    seat = seat_of(store.seats(), player)
    if not person.strip() or not person.isprintable():
        raise SeatError("a person's name must consist of printable characters", "use --to NAME")
    new_hash = "" if password is None else hashed(seat.name, password)
    at = "" if address is None else mail_address(address)
    words = LocalizedText("{seat} has a new player.", seat=seat.name)
    facts = {"seat": seat.name, "person": person.strip(), "before": seat.person or seat.name}
    entry = act("hand-over", store.latest(), words, clock, by, **facts)
    SeatingPlan(store).hand_over(seat.name, person.strip(), new_hash, at, entry)
    return seat


def vacate(
    store: GameStore, player: str, words: str, clock: Clock = now, by: str = GAMEMASTER
) -> SeatRecord:
    """Remove a seat's player, so that the seat needs a new one; raises SeatError.

    The game's missing-orders policy applies to the seat; a bot that plays it keeps playing.
    `words` are public.
    """
    seat = seat_of(store.seats(), player)
    facts = {"seat": seat.name, "person": NO_PLAYER, "before": seat.person or seat.name}
    entry = act("hand-over", store.latest(), words, clock, by, **facts)
    SeatingPlan(store).hand_over(seat.name, NO_PLAYER, "", "", entry, seat.bot)
    return seat


def set_policy(
    store: GameStore,
    player: str,
    kind: str,
    *,
    text: OrderText | None = None,
    bot: str = "",
    turns: int = BOT_TURNS,
    clock: Clock = now,
    by: str = GAMEMASTER,
) -> SeatRecord:
    """Set a player's missing-orders policy: a kind of `Policy`, or "game" for the game's own.

    `text` holds standing orders. `turns` counts the turns that `bot` plays, including the next
    one, 1 to `MAX_TURNS`. Raises SeatError, UnknownNameError, StandingOrdersError, and the errors
    of reading and examining orders.
    """
    seat = _person(store, player)
    if seat.role:
        raise SeatError(f"{seat.name} plays no empire", "turns don't wait for this seat")
    policy = AS_THE_GAME if kind == "game" else Policy(kind)
    if kind == "bot" and not 1 <= turns <= MAX_TURNS:
        raise SeatError(
            f"a bot plays 1 to {MAX_TURNS:,} turns", LocalizedText("choose another number")
        )
    if kind == "bot":
        policy = Policy(kind, bot=_bot(store, bot), until=store.latest() + turns)
    elif kind == "standing":
        policy = Policy(kind, text=_standing_orders(store, seat, text))
    elif kind not in {"game", "wait", "nothing"}:
        raise SeatError(
            LocalizedText("no policy '{name}'", name=kind),
            "choose from: game, wait, nothing, standing, bot",
        )
    rule = policy_words(evolve(seat, policy=policy))
    if kind == "game":
        rule = LocalizedText("as for the whole game")
    words = LocalizedText("If orders of {seat} are missing: {what}.", seat=seat.name, what=rule)
    facts = {"seat": seat.name, "kind": kind, "bot": policy.bot, "until": policy.until}
    entry = act("missing", store.latest(), words, clock, by, **facts)
    SeatingPlan(store).set_policy(seat.name, policy, entry)
    return seat


def _standing_orders(store: GameStore, seat: SeatRecord, text: OrderText | None) -> str:
    """Return standing orders as they are stored; raises StandingOrdersError if they have errors."""
    if text is None:
        raise StandingOrdersError("standing orders are missing", "write at least one order")
    examined = OrderIntake(store).examine(text, seat.name)
    if examined.errors:
        first = next(d for d in examined.diagnostics if d["severity"] == "error")
        raise StandingOrdersError(
            f"{text.source}:{first['line']}:{first['column']}: {first['message']}",
            "correct it; 'horizons orders check' shows all remarks",
        )
    return examined.stored_text()


def _person(store: GameStore, player: str) -> SeatRecord:
    seat = seat_of(store.seats(), player)
    if seat.bot:
        raise SeatError(
            LocalizedText("{seat} is played by the bot {bot}", seat=seat.name, bot=seat.bot),
            f"return the seat to a person first: horizons seat bot -p '{seat.name}' --clear",
        )
    return seat


def _bot(store: GameStore, name: str) -> str:
    """Return `name` if the game's variant has such a bot; raises UnknownNameError."""
    info = store.info()
    variant = hz.load_variant(info.variant, info.mods, info.data_mods)
    variant.bot(name)
    return name


def seat_rows(store: GameStore) -> list[dict[str, Any]]:
    """Return a row per seat: player, bot, role, email address, password, missing-orders policy."""
    snapshot = store.snapshot()
    game = hz.load(snapshot.state)
    at = {row["seat"]: row["address"] for row in addresses(store)}
    return [
        {
            "seat": seat.name,
            "person": seat.person or seat.name,
            "bot": seat.bot,
            "role": seat.role,
            "address": at[seat.name],
            "password": bool(password_of(seat, game)),
            "without": policy_words(seat, snapshot.turn + 1),
        }
        for seat in snapshot.seats
    ]
