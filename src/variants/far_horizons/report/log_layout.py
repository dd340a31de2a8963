"""The layout of each event in the classic log, by its code, and the fixed lines of the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import frozen

Event = Mapping[str, Any]
#: Width of a tab in the classic log, in blanks.
TAB_WIDTH = 8


def refusal(event: Event) -> list[str]:
    """Return the lines for a refused order: the order as written, and the reason."""
    facts = event["data"]
    return ["Order ignored:", facts["order"], facts["reason"]]


def change(event: Event) -> list[str]:
    """Return the lines for an order executed differently, with a line per sentence."""
    facts = event["data"]
    return [f"WARNING: {facts['order']}", *facts["reasons"]]


def message_lines(event: Event) -> list[str]:
    """Return the lines of a message, word for word."""
    lines = event["data"]["text"].split("\n")
    return [f"  {event['text']}", "", *lines, "  *** End of Message ***"]


def table(event: Event) -> list[str]:
    """Return a title and a table."""
    return [event["text"], "", *event["data"]["table"].split("\n")]


@frozen
class EventLayout:
    """The layout of an event in the classic log.

    Attributes:
        indent: number of blanks before its lines.
        mark: text between them and the sentence.
        end: replaces the full stop of the text, if not empty.
        before: number of empty lines before it.
        after: number of empty lines after it.
        joins: whether the empty lines after the previous event are left out.
        apart: whether another empty line precedes it, unless it is the first such event under its
            title.
        tab: whether a tab replaces the indentation.
        block: its fixed lines, instead of the wrapped text.
        alarm: whether it is a loss, or something else that a player must know at once.
    """

    indent: int
    mark: str = ""
    end: str = ""
    before: int = 0
    after: int = 0
    joins: bool = False
    apart: bool = False
    tab: bool = False
    block: Callable[[Event], list[str]] | None = None
    alarm: bool = False

    @property
    def lead(self) -> str:
        """The text before the sentence."""
        return ("\t" if self.tab else " " * self.indent) + self.mark


def layout_of(event: Event) -> EventLayout:
    """Return the layout of an event; one not in the table is a plain line of its phase."""
    row = TABLE.get(event["code"])
    if row is None:
        return EventLayout(_INDENTS.get(event["phase"], 0))
    return row if isinstance(row, EventLayout) else row(event)


#: The indentation of plain events by phase; 0 for phases not listed.
_INDENTS = {
    "combat": 4,
    "pre-departure": 4,
    "jumps": 4,
    "production": 4,
    "post-arrival": 4,
    "strikes": 4,
    "housekeeping": 2,
}


def _alarm(indent: int, *, mark: str = "!!! ", before: int = 0, apart: bool = False) -> EventLayout:
    """An alarm with a mark before it."""
    return EventLayout(indent, mark, before=before, apart=apart, alarm=True)


def _alarm_with_suffix(indent: int) -> EventLayout:
    """An alarm with the mark behind it."""
    return EventLayout(indent, end="!!!", alarm=True)


def _refused(event: Event) -> EventLayout:
    """A refused order. A PRODUCTION order begins a planet, even if it is refused."""
    begins_planet = event["data"].get("command") == "PRODUCTION"
    return EventLayout(0, "!!! ", apart=begins_planet, block=refusal)


def _work_on_ship(event: Event) -> EventLayout:
    """Work on a ship, which is lost if besiegers have found it."""
    return _alarm_with_suffix(4) if event["data"].get("fate") else EventLayout(4)


def _ambushed(event: Event) -> EventLayout:
    """A victim of an ambush; all victims of the same ambush stand together."""
    victim, victims = event["data"]["victim"], event["data"]["victims"]
    return EventLayout(4, before=int(victim == victims[0]))


def _assimilated(event: Event) -> EventLayout:
    """The loss of a colony in its production, or others' gain at the end of the turn."""
    return EventLayout(6, after=1) if event["phase"] == "production" else EventLayout(2)


def _defenses_detected(event: Event) -> EventLayout:
    """The loss of new defenses in production, or the besiegers' success at turn's end."""
    return _alarm_with_suffix(4) if event["phase"] == "production" else EventLayout(2)


_STAGE = EventLayout(4, before=1, after=1)
_IN_ROUND = EventLayout(8)
_AT_PLANET = EventLayout(6)
_SEEN = EventLayout(TAB_WIDTH, tab=True, after=1, joins=True)
_LETTER = EventLayout(0, before=1, after=1, block=message_lines)

_Row = EventLayout | Callable[[Event], EventLayout]
_ORDERS: Mapping[str, _Row] = {
    "order-ignored": _refused,
    "order-adjusted": EventLayout(0, "! ", block=change),
    "battle-ordered": EventLayout(2),
    "landing-denied": _alarm(0),
    "transfer-destroyed": _alarm_with_suffix(4),
    "levels-estimated": EventLayout(6),
    "sector-scanned": EventLayout(0, before=1, after=1, block=table),
    "telescope-operated": EventLayout(2, before=1),
    "telescope-saw-nothing": EventLayout(4, after=1),
    "telescope-saw-sector": EventLayout(4, before=1, joins=True),
    "telescope-saw-species": EventLayout(6, joins=True),
    "telescope-saw-planet": _SEEN,
    "telescope-saw-ship": _SEEN,
    "telescope-saw-telescope": _SEEN,
}
_PRODUCTION: Mapping[str, _Row] = {
    "treasury-before-production": EventLayout(2, before=1, after=1),
    "riots": _alarm(0, mark="!!! WARNING! ", apart=True),
    "production-start": EventLayout(2, apart=True),
    "special-production-start": EventLayout(2, apart=True),
    "production-end": EventLayout(2),
    "special-production-end": EventLayout(2),
    "siege": EventLayout(4, "WARNING! ", before=1),
    "siege-besieger": EventLayout(6),
    "siege-effectiveness": EventLayout(6, after=1),
    "siege-loss": EventLayout(6, after=1, joins=True),
    "siege-hull-destroyed": _alarm_with_suffix(6),
    "colony-assimilated": _assimilated,
    "defenses-detected": _defenses_detected,
    "ship-built": _work_on_ship,
    "ship-begun": _work_on_ship,
    "ship-continued": _work_on_ship,
    "ship-finished": _work_on_ship,
    "starbase-grown": _work_on_ship,
    "ship-intercepted": EventLayout(0, "! ", before=1),
}
_BATTLES: Mapping[str, _Row] = {
    "battle": EventLayout(2, before=1, after=1),
    "battle-side-on-alert": EventLayout(2),
    "ambushed": _ambushed,
    "ambush-failed": EventLayout(4, before=1),
    "ambush-loss": EventLayout(6),
    "battle-surprise": EventLayout(4, before=1),
    "battle-in-deep-space": _STAGE,
    "battle-at-planet": _STAGE,
    "bombardment": _STAGE,
    "germ-warfare": _STAGE,
    "siege-begun": _STAGE,
    "siege-impossible": _STAGE,
    "siege-without-shots": _AT_PLANET,
    "siege-of-nothing": _AT_PLANET,
    "siege-reminder": _AT_PLANET,
    "battle-units": EventLayout(6, after=1),
    "battle-units-of-side": EventLayout(8, after=1, joins=True),
    "battle-nothing-to-attack": EventLayout(6),
    "battle-round": EventLayout(6),
    "shot": _IN_ROUND,
    "battle-log-cut-short": _IN_ROUND,
    "ship-destroyed-in-battle": _IN_ROUND,
    "killing-blow": EventLayout(10),
    "ship-hijacked": _IN_ROUND,
    "defenses-lost": _IN_ROUND,
    "defenses-gone": _IN_ROUND,
    "distortion-lost": _IN_ROUND,
    "forced-jump-failed": _IN_ROUND,
    "forced-jump": _IN_ROUND,
    "ship-withdrew": _IN_ROUND,
    "planet-bombarded": _AT_PLANET,
    "base-bombed": _IN_ROUND,
    "shipyards-bombed": _IN_ROUND,
    "stock-bombed": _IN_ROUND,
    "bombardment-insignificant": _IN_ROUND,
    "bombardment-light": _IN_ROUND,
    "planet-wiped-out": _IN_ROUND,
    "germ-warfare-success": _AT_PLANET,
    "germ-warfare-failure": _AT_PLANET,
    "germ-warfare-without-bombs": _AT_PLANET,
    "battle-end": EventLayout(2, before=1),
    "enmity-by-betrayal": _alarm(0, mark="!!! WARNING: ", before=2),
}
_END_OF_TURN: Mapping[str, _Row] = {
    "ship-lost": _alarm(2),
    "ship-misjumped": _alarm(2),
    "fail-safe-used": _alarm(2),
    "colony-destroyed": _alarm(2),
    "telescope-detected": EventLayout(0, "! "),
    "message-received": _LETTER,
    "game-ended": EventLayout(0, before=1),
    "game-won": EventLayout(0, before=1),
    "final-summary": EventLayout(0, before=1, block=table),
}
#: The layouts of events by code.
TABLE: Mapping[str, _Row] = {**_ORDERS, **_PRODUCTION, **_BATTLES, **_END_OF_TURN}
