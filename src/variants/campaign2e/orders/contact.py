"""Orders for meetings with other forces, relations with players, and results by hand.

CONTACT, BATTLE, ENTRY and MANUAL apply to meetings (C2E-17), STANCE and ALLOW to other players
(C2E-17.1-02). With RESULT the umpire enters the result of a battle fought by hand (C2E-14.1).
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from horizons_core import LocalizedText
from horizons_core.model import View
from horizons_core.orders import (
    Argument,
    Card,
    Choice,
    Chosen,
    Command,
    Figure,
    Preset,
    Proposals,
    Question,
    Range,
    integer,
    one_of,
)
from variants.campaign2e import references
from variants.campaign2e.model.places import EDGES
from variants.campaign2e.model.players import ALLY, HOSTILE, NEUTRAL
from variants.campaign2e.orders import arguments
from variants.campaign2e.orders.arguments import (
    fixed,
    group_argument,
    hex_argument,
    own_groups,
    row_named,
)
from variants.campaign2e.orders.campaign import UMPIRE
from variants.campaign2e.rules import battle_results, decisions, fleets, supply
from variants.campaign2e.view.rows import Row

_PHASE = "contact"
_ALL = ("", "umpire")

FORMATIONS = ("tight", "open", "dispersed")
INTENTS = ("close", "optimal", "standoff", "run")
EXITS = ("ftl", "run")
LIMITS = ("SMALLER", "EQUAL", "ANY")
#: C2E-17.6-01: maximum speed in inches per turn.
FASTEST = 24

_BATTLES, _DIPLOMACY = "Battles", "Diplomacy"

_STANCES = (ALLY, NEUTRAL, HOSTILE)
_LEAVES = (supply.BASE, supply.SUPPLY)
_SWITCH = ("ON", "OFF")
_OTHER = Argument(find=references.other_player, offers=arguments.other_players)


def _deciding(view: View) -> Sequence[str]:
    """Return the groups that can withdraw, or defend a world (C2E-17.3-01)."""
    able = {
        ship["group"]
        for ship in view["ships"]
        if not ship.get("owner") and ship["ftl"] == "ok" and not (ship["core_out"] or ship["bound"])
    }
    return [g["name"] for g in own_groups(view) if g["defence"] or g["name"] in able]


def _destinations(view: View, chosen: Chosen) -> Sequence[str]:
    group = row_named(own_groups(view), chosen.get("group"))
    groups = [group] if group is not None else own_groups(view)
    return sorted({at for group in groups for at in (*group["jumps"], *group["lanes"])})


def _edges(view: View, chosen: Chosen) -> Sequence[str]:
    """Return the sides of a hex; none for a withdrawing group, whose entry is fixed."""
    group = row_named(own_groups(view), chosen.get("group"))
    return () if group is not None and group["bound_for"] else EDGES


def _choice(*words: str) -> Argument:
    return Argument(one_of(*words), offers=fixed(*words), optional=True)


def _answers(view: View, chosen: Chosen) -> Iterator[Preset]:
    """Yield the usual answers to an encounter; a withdrawal is to the first possible place."""
    nothing = {"attack": "", "limit": "", "place": ""}
    retreat = {**nothing, "place": next(iter(_destinations(view, chosen)), "")}
    attack, limited = {"attack": "ATTACK"}, {"attack": "ATTACK", "limit": "EQUAL"}
    yield Preset(LocalizedText("Engage"), {**nothing, **attack}, LocalizedText("attack any enemy"))
    yield Preset(
        LocalizedText("Engage the weak"),
        {**nothing, **limited},
        LocalizedText("attack enemies up to its own size"),
    )
    if retreat["place"]:
        yield Preset(
            LocalizedText("Engage or withdraw"),
            {**retreat, **limited},
            LocalizedText("withdraw from larger enemies"),
        )
    yield Preset(LocalizedText("Withdraw"), retreat, LocalizedText("avoid every battle"))


def _who_is_here(view: View, chosen: Chosen) -> list[Figure]:
    """Return other players' counters in the hex of the group."""
    group = row_named(own_groups(view), chosen.get("group"))
    owners = Counter(c["owner"] for c in view["counters"] if group and c["at"] == group["at"])
    figures = [
        Figure(
            LocalizedText("{player} is here", player=owner or UMPIRE),
            LocalizedText.plural("{count} counter", "{count} counters", count),
        )
        for owner, count in owners.items()
    ]
    return figures or [Figure(LocalizedText("nobody else is in its hex now"))]


def _meetings(view: View) -> Iterator[Question]:
    """Ask for each group without a contact order that others who are no allies have met."""
    allies = {player["name"] for player in view["players"] if player["stance"] == ALLY}
    deciding = _deciding(view)
    for group in own_groups(view):
        owners = {c["owner"] or UMPIRE for c in view["counters"] if c["at"] == group["at"]}
        names = ", ".join(sorted(owners - allies))
        is_open = group["name"] in deciding and not (group["contact"] or group["defence"])
        if names and is_open:
            says = LocalizedText(
                "{group} and {players} are both in {place}. Will {group} engage or withdraw?",
                group=group["name"],
                players=names,
                place=group["at"],
            )
            yield Question(says, {"group": group["name"]})


CONTACT = Command(
    keyword="CONTACT",
    rule="contact",
    phase=_PHASE,
    forms=(
        "CONTACT {group} {attack}",
        "CONTACT {group} {attack} IF {limit} [ELSE WITHDRAW TO {place}]",
        "CONTACT {group} WITHDRAW [TO {place}]",
    ),
    label="Decide on contact",
    group=_BATTLES,
    syntax=(
        "CONTACT group ATTACK",
        "CONTACT group WITHDRAW [TO x,y]",
        "CONTACT group ATTACK IF SMALLER|EQUAL|ANY [ELSE WITHDRAW [TO x,y]]",
    ),
    help="Sets whether a group attacks or withdraws on contact; stays until changed.",
    example="CONTACT g1 ATTACK IF EQUAL ELSE WITHDRAW TO 7,5",
    mistake="CONTACT g1 ATTACK IF LUCKY",
    arguments={
        "group": group_argument(_deciding),
        "attack": Argument(
            optional=True, offers=fixed("ATTACK"), label="attack", help="Leave it out to withdraw."
        ),
        "limit": Argument(
            one_of(*LIMITS),
            offers=fixed(*LIMITS),
            optional=True,
            label="largest enemy",
            help="The group attacks enemies up to this size, compared with its own.",
        ),
        "place": hex_argument(_destinations, optional=True),
    },
    card=Card(
        ("attack", "limit", "place"),
        lambda view, chosen, _: list(_answers(view, chosen)),
        lambda view, chosen, _: _who_is_here(view, chosen),
    ),
    questions=_meetings,
    rules=("C2E-17.3-01", "C2E-17.3-02", "C2E-N.17-01"),
    run=decisions.set_contact,
    roles=_ALL,
)

BATTLE = Command(
    keyword="BATTLE",
    rule="battle_order",
    phase=_PHASE,
    forms=(
        (
            "BATTLE {group} [SPEED {speed}] [FORMATION {formation}] [EDGE {edge}]"
            " [INTENT {intent}] [BREAKOFF {percent}] [EXIT {way_out}]"
        ),
    ),
    label="Set tactics",
    group=_BATTLES,
    syntax=(
        (
            "BATTLE group [SPEED n] [FORMATION tight|open|dispersed] [EDGE N|NE|SE|S|SW|NW]"
            " [INTENT close|optimal|standoff|run] [BREAKOFF percent] [EXIT ftl|run]"
        ),
    ),
    help="Sets how a group fights; settings that you leave out keep their defaults.",
    example="BATTLE g1 SPEED 8 FORMATION open INTENT standoff BREAKOFF 40 EXIT ftl",
    mistake="BATTLE g1 SPEED 99",
    arguments={
        "group": group_argument(),
        "speed": Argument(integer(0, FASTEST), offers=lambda _: Range(0, FASTEST), optional=True),
        "formation": _choice(*FORMATIONS),
        "edge": Argument(
            one_of(*EDGES), offers=_edges, optional=True, label="side of the hex it starts from"
        ),
        "intent": _choice(*INTENTS),
        "percent": Argument(
            integer(1, 100),
            offers=lambda _: Range(1, 100),
            optional=True,
            label="losses in percent at which it breaks off",
        ),
        "way_out": Argument(
            one_of(*EXITS), offers=fixed(*EXITS), optional=True, label="way of breaking off"
        ),
    },
    rules=("C2E-17.6-01", "C2E-17.6-02", "C2E-17.8-01"),
    run=decisions.set_battle,
    roles=_ALL,
)

ENTRY = Command(
    keyword="ENTRY",
    rule="entry_order",
    phase=_PHASE,
    forms=("ENTRY {group} {change...}",),
    syntax=("ENTRY group NEARER|FARTHER|EDGE N|NE|SE|S|SW|NW|SPLIT ...",),
    label="Set the entry into battle",
    group=_BATTLES,
    help=(
        "Sets how a group enters the battle if it has the drop on its enemy, one change after the"
        " other."
    ),
    example="ENTRY g1 FARTHER EDGE N SPLIT",
    mistake="ENTRY g1 SIDEWAYS",
    arguments={
        "group": group_argument(),
        "change": Argument(
            one_of("NEARER", "FARTHER", "SPLIT", *EDGES),
            offers=fixed("NEARER", "FARTHER", "SPLIT", *(f"EDGE {edge}" for edge in EDGES)),
            bare=True,
        ),
    },
    rules=("C2E-17.9-01",),
    run=decisions.set_entry,
    roles=_ALL,
)

MANUAL = Command(
    keyword="MANUAL",
    rule="manual",
    phase=_PHASE,
    syntax=("MANUAL group",),
    label="Fight by hand",
    group=_BATTLES,
    help="Asks to fight this week's battle of a group by hand; all other sides must ask, too.",
    example="MANUAL g1",
    mistake="MANUAL g99",
    arguments={"group": group_argument()},
    rules=("C2E-14.1-01",),
    run=decisions.request_manual_decision,
    roles=_ALL,
)

CONTACT_COMMANDS = (CONTACT, BATTLE, ENTRY, MANUAL)


def _player_row(view: View, chosen: Chosen) -> Row | None:
    return row_named(view["players"], chosen.get("player"))


def _new_stances(view: View, chosen: Chosen) -> Sequence[str]:
    player = _player_row(view, chosen)
    return [stance for stance in _STANCES if player is None or stance != player["stance"]]


def _switches(view: View, chosen: Chosen) -> Sequence[str]:
    """Return ON or OFF, whichever changes a permission."""
    player, leave = _player_row(view, chosen), chosen.get("leave")
    if player is None or not isinstance(leave, str):
        return _SWITCH
    return ["OFF" if leave.upper() in player["you_allow"] else "ON"]


STANCE = Command(
    keyword="STANCE",
    rule="take_stance",
    phase="administration",
    syntax=("STANCE player ALLY|NEUTRAL|HOSTILE",),
    label="Take a stance",
    group=_DIPLOMACY,
    help="Sets your stance towards another player, who learns it; allies never fight each other.",
    example="STANCE Brin ALLY",
    mistake="STANCE Brin FRIENDLY",
    arguments={
        "player": _OTHER,
        "towards": Argument(one_of(*_STANCES), offers=_new_stances, label="stance"),
    },
    rules=("C2E-17.1-02",),
    run=fleets.set_stance,
)

ALLOW = Command(
    keyword="ALLOW",
    rule="give_leave",
    phase="administration",
    syntax=("ALLOW player BASE|SUPPLY ON|OFF",),
    label="Allow the use of bases",
    group=_DIPLOMACY,
    help="Allows another player to use your bases or supply ships, or ends the permission.",
    example="ALLOW Brin BASE ON",
    mistake="ALLOW Brin BASE MAYBE",
    arguments={
        "player": _OTHER,
        "leave": Argument(one_of(*_LEAVES), offers=fixed(*_LEAVES), label="bases or supply ships"),
        "switch": Argument(one_of(*_SWITCH), offers=_switches, label="on or off"),
    },
    rules=("C2E-17.1-02",),
    run=fleets.set_permission,
)

DIPLOMACY_COMMANDS = (STANCE, ALLOW)


def _battles(view: View) -> Sequence[str]:
    return [battle["id"] for battle in view.get("pending", ())]


def _records(view: View, chosen: Chosen) -> Proposals:
    """Propose results: nobody holds the field, or a side does, and the others are destroyed."""
    words = str(chosen.get("battle")).casefold()
    battle = next((b for b in view.get("pending", ()) if b["id"].casefold() == words), None)
    if battle is None:
        return Proposals()
    sides = [list(_fates(view, battle, number)) for number in range(len(battle["sides"]))]
    results = [("none", {ship: fate for side in sides for ship, fate in side})]
    for number, holders in enumerate(battle["sides"]):
        if any(fate == "in_place" for _, fate in sides[number]):
            fates = {
                ship: fate if side is sides[number] else "destroyed"
                for side in sides
                for ship, fate in side
            }
            results.append((holders[0] or "umpire", fates))
    return Proposals(
        [
            Choice(
                _record(holder, fates),
                LocalizedText("The field is held by {holder}", holder=holder),
            )
            for holder, fates in results
        ]
    )


def _fates(view: View, battle: Row, side: int) -> Iterator[tuple[str, str]]:
    """Yield the ships of a side, each in its state before the battle."""
    names = [name for ships in battle["ships"] for name in ships]
    ships = {(s["owner"], s["name"]): s for s in view["ships"]}
    for name in battle["ships"][side]:
        owner = next((o for o in battle["sides"][side] if (o, name) in ships), "")
        ship = ships.get((owner, name))
        full_name = f"{owner or 'umpire'}/{name}" if names.count(name) > 1 else name
        yield full_name, "in_place" if ship is None else _state(ship)


def _state(ship: Row) -> str:
    """Return a status that the state of a ship allows (C2E-12.1-01)."""
    if {"life", "power"} & {*ship["core_out"]}:
        return "hulk"
    drives = {ship["drive"], ship["ftl"]}
    return "adrift" if "out" in drives and drives <= {"out", "none"} else "in_place"


def _record(holder: str, fates: Mapping[str, str]) -> str:
    ships = ", ".join(f"{_plain(ship)}: {{status: {fate}}}" for ship, fate in fates.items())
    return f"{{tactical_turns: 5, field_held_by: {_plain(holder)}, ships: {{{ships}}}}}"


def _plain(name: str) -> str:
    """Return a name in YAML, in quotes if necessary."""
    return name if re.fullmatch(r"[A-Za-z][\w /-]*", name) else json.dumps(name)


RESULT = Command(
    keyword="RESULT",
    rule="result",
    phase="contact",
    forms=("RESULT {battle} FILE {record}",),
    syntax=("RESULT battle FILE record",),
    label="Enter the result of a battle",
    group="Umpire",
    help="Enters the result of a battle fought by hand, ship by ship, in braces on one line.",
    example=(
        "RESULT w06-0705-1 FILE {tactical_turns: 7, field_held_by: Ada, "
        "ships: {Argent-1: {status: in_place, hull_lost: 9}, Heron-1: {status: destroyed}}}"
    ),
    mistake="RESULT w99-0101-1 FILE {tactical_turns: 1}",
    arguments={
        "battle": Argument(find=battle_results.pending_battle, offers=_battles),
        "record": Argument(offers=_records, bare=True),
    },
    rules=("C2E-14.1-03",),
    run=battle_results.enter_result,
    roles=(UMPIRE,),
)

RESULT_COMMANDS = (RESULT,)
