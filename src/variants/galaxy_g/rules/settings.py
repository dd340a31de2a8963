"""O, M, F, Y, Z and @: options, map area, addresses, passwords, and messages to other races."""

from __future__ import annotations

import re

from horizons_core.errors import did_you_mean
from horizons_core.model import EVERYONE, EventKind
from horizons_core.orders import Order, Refusal
from horizons_core.turn import TurnContext
from variants.galaxy_g.constants import MAX_NAME_LENGTH, OPTIONS
from variants.galaxy_g.model import Game, MapArea, Race
from variants.galaxy_g.references import RACE

ADDRESS_FOUND = EventKind("address.found", "The address of {race} is {address}.", ("GG-ORDF-001",))
NO_ADDRESS = EventKind("address.none", "No address of {race} is known.", ("GG-ORDF-001",))
PASSWORD_SET = EventKind(
    "password.set",
    "From the next turn on, orders need the new password in their first line.",
    ("GG-ORDY-001",),
)
PASSWORD_ENDED = EventKind("password.ended", "Orders no longer need a password.", ("GG-ORDY-001",))

# O


def set_option(_context: TurnContext[Game], race: Race, order: Order) -> None:
    """O option, O NO option (GG-ORDO-001)."""
    on, [option] = _options(order)
    race.options[option] = on


def one_option(_context: TurnContext[Game], _race: Race, order: Order) -> Refusal | None:
    """Refuse an order that does not name exactly one option (GG-ORDO-001)."""
    _, named = _options(order)
    if len(named) == 1:
        return None
    message = "one option in one order" if named else "NO needs an option"
    return Refusal("one-option", message, "write an O order for each")


def known_option(_context: TurnContext[Game], _race: Race, order: Order) -> Refusal | None:
    """Refuse an option that the game does not have (GG-ORDO-002)."""
    _, [option] = _options(order)
    if option in OPTIONS:
        return None
    hint = did_you_mean(option, OPTIONS)
    return Refusal("unknown-option", f"there is no option '{option}'", hint, "choice")


def _options(order: Order) -> tuple[bool, list[str]]:
    """Return whether the order switches options on, and the options that it names."""
    words = [order["choice"].upper()]
    if order.get("other") is not None:
        words.append(order["other"].upper())
    on = words[0] != "NO"
    return on, words if on else words[1:]


# M


def set_map_area(_context: TurnContext[Game], race: Race, order: Order) -> None:
    """M x y size (GG-ORDM-001)."""
    race.area = MapArea(x=order["x"], y=order["y"], size=order["size"])


# F


def find_address(context: TurnContext[Game], race: Race, order: Order) -> None:
    """F race (GG-ORDF-001)."""
    other = order[RACE]
    if context.forecast:
        return
    if other.address:
        context.emit(ADDRESS_FOUND, [race.id], race=other.name, address=other.address)
    else:
        context.emit(NO_ADDRESS, [race.id], race=other.name)


# Y


def set_password(context: TurnContext[Game], race: Race, order: Order) -> None:
    """Y [password]. The host stores a hash instead (GG-ORDY-001)."""
    race.password = order.get("password", "")
    context.emit(PASSWORD_SET if race.password else PASSWORD_ENDED, [race.id])


def check_password(_context: TurnContext[Game], _race: Race, order: Order) -> Refusal | None:
    """Refuse a password of several words (GG-ORDY-001)."""
    words: str = order.get("password", "")
    hashed = words.startswith("$argon2")
    if hashed or (len(words) <= MAX_NAME_LENGTH and not re.search(r"\s", words)):
        return None
    message = f"a password has 1 to {MAX_NAME_LENGTH} characters and no spaces"
    return Refusal("bad-password", message, "write Y and one word", "password")


# Z


def set_address(_context: TurnContext[Game], race: Race, order: Order) -> None:
    """Z address (GG-ORDZ-001)."""
    race.address = order["address"]


def check_address(_context: TurnContext[Game], _race: Race, order: Order) -> Refusal | None:
    """Refuse an address that does not look like an email address (GG-ORDZ-001)."""
    words: str = order["address"]
    plain = words.isprintable() and len(words) <= 254
    if plain and re.fullmatch(r"[^\s@]+@[^\s@]+", words):
        return None
    return Refusal(
        "bad-address", f"'{words}' is not an email address", "write name@host", "address"
    )


MESSAGE = EventKind("message", "Message: {text}", ("GG-MSG-001",))


def send_message(context: TurnContext[Game], race: Race, order: Order) -> None:
    """@ [race ...]: the lines go to those named, or to all, without the sender (GG-MSG-001)."""
    lines: tuple[str, ...] = order["lines"]
    audience = [EVERYONE]
    if order.get("races") is not None:
        audience = _addressees(context, race, order)
    if audience:
        text = "\n".join(lines)
        context.emit(MESSAGE, audience, text=text, lines=list(lines))


def _addressees(context: TurnContext[Game], race: Race, order: Order) -> list[str]:
    """The ids of the races named. Unknown names are skipped."""
    addressees = []
    for words in order.several("races"):
        other = context.game.race_named(words, race)
        if other is not None:
            addressees.append(other.id)
        elif context.forecast:
            message = f"you know of no race '{words}': the turn will show whether it exists"
            context.reject(race.id, order, "unseen", message, severity="warning")
        else:
            hint = "put names with spaces in double quotes"
            context.reject(race.id, order, "unknown-name", f"no race '{words}'", hint)
    return addressees
