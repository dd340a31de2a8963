"""C, F, M, O, Q, Y, Z and messages: what concerns the player more than the ships."""

from __future__ import annotations

import re

from horizons_core.errors import did_you_mean
from horizons_core.model import EVERYBODY, EventKind, folded
from horizons_core.orders import Order
from horizons_core.turn import TurnContext
from variants.galaxy_g import names
from variants.galaxy_g.commands.common import name_for, race_of
from variants.galaxy_g.constants import LONGEST_NAME, OPTIONS
from variants.galaxy_g.model import MapArea, Race

RACE_RENAMED = EventKind("race.renamed", "Your race is now called {name}.", ("GG-ORDC-001",))
ADDRESS_FOUND = EventKind("address.found", "The address of {race} is {address}.", ("GG-ORDF-001",))
NO_ADDRESS = EventKind("address.none", "There is no address of {race}.", ("GG-ORDF-001",))
PASSWORD_SET = EventKind(
    "password.set",
    "Orders of the next turns need the new password in their first line.",
    ("GG-ORDY-001",),
)
PASSWORD_ENDED = EventKind("password.ended", "Orders need no password any more.", ("GG-ORDY-001",))
MESSAGE = EventKind("message", "Message: {text}", ("GG-MSG-001",))

#: In a turn's notes: the ids of races that quit.
QUIT = "quit"


def rename_race(context: TurnContext, race: Race, order: Order) -> None:
    """C new-name (GG-ORDC-001)."""
    name = name_for(
        context, race, order, "name", lambda: names.race_name(order["name"], race, context.game)
    )
    if name is not None:
        race.called = name
        context.emit(RACE_RENAMED, [race.id], name=name)


def find_address(context: TurnContext, race: Race, order: Order) -> None:
    """F race (GG-ORDF-001)."""
    other = race_of(context, race, order)
    if other is None or context.forecast:
        return
    if other.address:
        context.emit(ADDRESS_FOUND, [race.id], race=other.name, address=other.address)
    else:
        context.emit(NO_ADDRESS, [race.id], race=other.name)


def set_map_area(_context: TurnContext, race: Race, order: Order) -> None:
    """M x y size (GG-ORDM-001)."""
    race.area = MapArea(x=order["x"], y=order["y"], size=order["size"])


def set_option(context: TurnContext, race: Race, order: Order) -> None:
    """O option, O NO option (GG-ORDO-001)."""
    words = [order["choice"].upper()]
    if order.get("other") is not None:
        words.append(order["other"].upper())
    on = words[0] != "NO"
    wanted = words if on else words[1:]
    if len(wanted) != 1:
        message = "one option in one order" if wanted else "NO needs an option"
        context.reject(race.id, order, "one-option", message, "write an O order for each")
    elif wanted[0] not in OPTIONS:
        message = f"there is no option '{wanted[0]}'"
        context.reject(
            race.id, order, "unknown-option", message, did_you_mean(wanted[0], OPTIONS), "choice"
        )
    else:
        race.options[wanted[0]] = on


def leave(context: TurnContext, race: Race, order: Order) -> None:
    """Q your-race: the turn is played to its end first (GG-ORDQ-001)."""
    if folded(order["race"]) != folded(race.name):
        message = f"'{order['race']}' is not the name of your race"
        hint = f"write Q {race.name.replace(' ', '_')} if you really mean it"
        context.reject(race.id, order, "not-your-race", message, hint, "race")
        return
    context.notes.setdefault(QUIT, set()).add(race.id)


def set_password(context: TurnContext, race: Race, order: Order) -> None:
    """Y [password]; hosts put a hash in its place before they keep the order (GG-ORDY-001)."""
    words: str = order.get("password", "")
    hashed = words.startswith("$argon2")
    if not hashed and (len(words) > LONGEST_NAME or re.search(r"\s", words)):
        message = f"a password has 1 to {LONGEST_NAME} characters and no blanks"
        hint = "write Y and one word"
        context.reject(race.id, order, "bad-password", message, hint, "password")
        return
    race.password = words
    context.emit(PASSWORD_SET if words else PASSWORD_ENDED, [race.id])


def set_address(context: TurnContext, race: Race, order: Order) -> None:
    """Z address (GG-ORDZ-001)."""
    words: str = order["address"]
    plain = words.isprintable() and len(words) <= 254
    if not plain or not re.fullmatch(r"[^\s@]+@[^\s@]+", words):
        message = f"'{words}' is no mail address"
        context.reject(race.id, order, "bad-address", message, "write name@host", "address")
        return
    race.address = words


def send_message(context: TurnContext, race: Race, order: Order) -> None:
    """@ [race ...]: the lines go to those named, or to all, without the sender (GG-MSG-001)."""
    lines: tuple[str, ...] = order["lines"]
    audience = [EVERYBODY]
    if order.get("races") is not None:
        audience = _addressees(context, race, order)
    if audience:
        text = "\n".join(lines)
        context.emit(MESSAGE, audience, text=text, lines=list(lines))


def _addressees(context: TurnContext, race: Race, order: Order) -> list[str]:
    """The ids of the races named; one that is unknown is skipped."""
    found = []
    named = order["races"]
    for words in named if isinstance(named, tuple) else (named,):
        other = context.game.race_named(words)
        if other is not None:
            found.append(other.id)
        elif context.forecast:
            message = f"you know of no race '{words}': the turn will show whether there is one"
            context.reject(race.id, order, "unseen", message, severity="warning")
        else:
            hint = "names with blanks stand in double quotes"
            context.reject(race.id, order, "unknown-name", f"no race '{words}'", hint)
    return found
