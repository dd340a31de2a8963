"""Seats of a game, built from players, bots, passwords, addresses and roles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from horizons_core.errors import HorizonsError, did_you_mean
from horizons_core.localized_text import LocalizedText
from horizons_core.model import folded
from horizons_core.plugins import Variant
from horizons_host.seats.passwords import hashed
from horizons_host.store import Policy, SeatRecord

_ADDRESS = re.compile(r"[^\s@<>()\[\],;:\\\"]+@[^\s@<>()\[\],;:\\\"]+")


class SeatError(HorizonsError):
    """An invalid player, bot, password or address of a seat."""


def seats_from(
    variant: Variant,
    players: Sequence[str],
    bots: Iterable[tuple[str, str]] = (),
    passwords: Iterable[tuple[str, str]] = (),
    addresses: Iterable[tuple[str, str]] = (),
    roles: Iterable[tuple[str, str]] = (),
) -> list[SeatRecord]:
    """Build the seats: players in order, then those named only in `bots`, then `roles`.

    Raises OptionError for names that the variant refuses, UnknownNameError for an unknown bot or
    role, SeatError for a seat with two bots, roles, passwords or addresses, PasswordError.
    """
    played_by = _unique(bots, "bot")
    for bot in played_by.values():
        variant.bot(bot)
    secrets = _unique(passwords, "password")
    names = [*players, *(name for name in played_by if name not in players)]
    variant.info.check_players(names)
    role_of = {name: variant.role(role).name for name, role in _unique(roles, "role").items()}
    names += role_of
    variant.info.check_names(names)
    mail = {name: mail_address(text) for name, text in _unique(addresses, "email address").items()}
    for label, values in (("a password", secrets), ("an email address", mail)):
        for name in values:
            if name not in names:
                raise SeatError(
                    f"{label} for '{name}', who is not in the game", did_you_mean(name, names)
                )
            if name in played_by:
                raise SeatError(f"{label} for '{name}', who is played by a bot", "omit it")
    return [
        SeatRecord(
            name,
            played_by.get(name),
            hashed(name, secrets[name]) if name in secrets else None,
            mail.get(name, ""),
            role=role_of.get(name, ""),
        )
        for name in names
    ]


def new_seat(name: str, role: str, password: str | None, address: str | None) -> SeatRecord:
    """Build the seat of a person who joins a running game; raises PasswordError, SeatError."""
    return SeatRecord(
        name,
        password_hash=None if password is None else hashed(name, password),
        address="" if address is None else mail_address(address),
        role=role,
    )


def mail_address(text: str) -> str:
    """Return the text if it is a plain email address; raises SeatError."""
    if len(text) > 254 or not text.isprintable() or not _ADDRESS.fullmatch(text):
        raise SeatError(f"'{text}' is not an email address", "write it as name@example.org")
    return text


def _unique(pairs: Iterable[tuple[str, str]], label: str) -> dict[str, str]:
    values: dict[str, str] = {}
    for name, value in pairs:
        if name in values:
            raise SeatError(f"'{name}' is given a {label} twice", "use each name once")
        values[name] = value
    return values


def seat_of(seats: Iterable[SeatRecord], name: str) -> SeatRecord:
    """Find a seat by name, ignoring case and underscores for spaces; raises SeatError."""
    known = {seat.name: seat for seat in seats}
    if name in known:
        return known[name]
    for seat in known.values():
        if folded(seat.name) == folded(name):
            return seat
    raise SeatError(
        LocalizedText("no player '{name}' in this game", name=name), did_you_mean(name, known)
    )


def policy_of(seat: SeatRecord) -> Policy:
    """Return a seat's missing-orders policy; no bot or standing orders replace an umpire's."""
    if seat.role and seat.policy.kind in {"standing", "bot"}:
        return Policy(of_game=seat.policy.of_game)
    return seat.policy


def policy_words(seat: SeatRecord, turn: int = 0) -> str:
    """Describe a seat's missing-orders policy; "" for a bot's seat and one without an empire.

    A turn after those that a bot plays waits.
    """
    if seat.bot or seat.role:
        return ""
    policy = seat.policy
    if policy.waits(turn):
        return LocalizedText("the turn waits")
    return {
        "nothing": LocalizedText("no orders"),
        "standing": LocalizedText("standing orders"),
        "bot": LocalizedText("bot {bot} up to turn {turn}", bot=policy.bot, turn=policy.until),
    }[policy.kind]
