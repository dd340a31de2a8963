"""Who sits where: players, bots and passwords as they are named on the command line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from horizons_core.errors import HorizonsError, did_you_mean
from horizons_core.plugins import Variant
from horizons_host.passwords import hashed
from horizons_host.store import Seat


class SeatError(HorizonsError):
    """A player, bot or password that does not fit the others."""


def seats_from(
    variant: Variant,
    players: Sequence[str],
    bots: Iterable[tuple[str, str]] = (),
    passwords: Iterable[tuple[str, str]] = (),
) -> list[Seat]:
    """The seats: the players in order, then those whom only `bots` names.

    Raises OptionError for names that the variant refuses, UnknownNameError for an unknown bot,
    SeatError for a seat that is given two bots or passwords, PasswordError.
    """
    played_by = _once(bots, "bot")
    for bot in played_by.values():
        variant.bot(bot)
    secrets = _once(passwords, "password")
    names = [*players, *(name for name in played_by if name not in players)]
    variant.info.check_players(names)
    for name in secrets:
        if name not in names:
            raise SeatError(
                f"a password for '{name}', who does not play", did_you_mean(name, names)
            )
        if name in played_by:
            raise SeatError(f"a password for '{name}', who is played by a bot", "leave it out")
    return [
        Seat(name, played_by.get(name), hashed(name, secrets[name]) if name in secrets else None)
        for name in names
    ]


def _once(pairs: Iterable[tuple[str, str]], what: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in pairs:
        if name in found:
            raise SeatError(f"'{name}' is given a {what} twice", "name each once")
        found[name] = value
    return found


def seat_of(seats: Iterable[Seat], name: str) -> Seat:
    """The seat of this name (case does not matter); raises SeatError."""
    known = {seat.name: seat for seat in seats}
    for seat in known.values():
        if seat.name.casefold() == name.casefold():
            return seat
    raise SeatError(f"no player '{name}' in this game", did_you_mean(name, known))
