"""Non-player races: estimated strength, envoys (SC-NPR, SC-DIP); and trade with all empires.

A view shows fleets of others only in the turn of their sighting. The bot keeps notes on sightings
of races in the name of its station at home.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from attrs import frozen

from horizons_core.sums import ordered_sum
from variants.starcluster.bots.bot_view import BotView, Facts
from variants.starcluster.model.systems import GAS, ION, ION_STORM

#: Ships seen and the turn, by system.
SightingNotes = dict[str, tuple[int, int]]
#: An entry in the station's name, such as 7x4t12: a race's home, ships seen there, the turn.
_NOTE = re.compile(r"(C?[0-9]+)x([0-9]+)t([0-9]+)")
_HEAD, _MAX_NOTES = "Base", 2
#: SC-NPR-001, SC-NPR-002, SC-NPR-003: assumptions about races before they are met.
PEOPLE, WEALTH, EL_TURNS = 1000, 5, 40
START, SHIPS, LIMIT, BASES = 4, 4, 20, 2
#: MC of a destroyer; militant races pay half.
DESTROYER, HALF = 427, 2
SILOS, PEOPLE_OF_PLANET = 3, 100

#: Stances that an envoy can improve.
OPEN = ("HOSTILE", "NEUTRAL", "TRADE")
#: The PU assumed of a race whose home is unknown.
DEFAULT_RACE_PU = 2400
#: MC reserved for more urgent needs, and the minimum for gifts.
RESERVED_MONEY, GENEROUS = 5_000, 30_000


@frozen
class KnownRace:
    """A non-player race whose home is known.

    Attributes:
        name: its name in orders.
        home: the system where it lives.
        planets: the maximum number of its habitable planets; exact if `counted`.
        people: its PU; the maximum if its home is not surveyed.
        ships: the ships seen in turn `seen_turn`; None if none were.
        stance: its stance towards the empire.
        gas: whether its home is, or may be, in a gas nebula, where all fire is at Short.
        ion: whether shields give no protection there.
        charted: whether its home was scanned.
    """

    name: str
    home: str
    planets: int
    counted: bool
    people: int
    ships: int | None
    seen_turn: int
    stance: str
    gas: bool
    ion: bool
    charted: bool

    def ships_in(self, turn: int) -> int:
        """The maximum number of its destroyers in a turn (SC-NPR-002)."""
        if self.ships is None:
            return min(self._limit(turn), self._start() + self._built(0, turn))
        return min(
            max(self.ships, self._limit(turn)), self.ships + self._built(self.seen_turn, turn)
        )

    def _gross(self, turn: int) -> float:
        return self.people * WEALTH * (1 + turn // EL_TURNS)

    def _start(self) -> int:
        return max(4, round(START * self._gross(0) / DESTROYER))

    def _limit(self, turn: int) -> int:
        return round(LIMIT * self._gross(turn) / DESTROYER)

    def _built(self, since: int, turn: int) -> int:
        earned = ordered_sum(self._gross(turn_) for turn_ in range(since, turn))
        return round(earned / SHIPS * HALF / DESTROYER)


def known_races(bot: BotView) -> list[KnownRace]:
    """The races met whose home is known."""
    notes, sightings = _stored_notes(bot), _current_sightings(bot)
    races = []
    for contact in bot.view["contacts"]:
        if not contact["npr"] or not contact["active"]:
            continue
        home = _home(bot, contact["name"], notes, sightings)
        if home is None:
            continue
        system = bot.systems[home]
        planets, people = system["habitable"], system["pu"]
        known = sightings if home in sightings else notes
        ships, turn = known.get(home, (None, 0))[:2]
        races.append(
            KnownRace(
                name=contact["id"],
                home=home,
                planets=planets or PEOPLE // PEOPLE_OF_PLANET,
                counted=bool(planets),
                people=people or PEOPLE,
                ships=ships,
                seen_turn=turn,
                stance=contact["stance"],
                gas=_is_gas_nebula(system),
                ion=ION in (system["nebula"], system["anomaly"]) or system["anomaly"] == ION_STORM,
                charted=bool(system["level"]),
            )
        )
    return races


def store_sightings(bot: BotView, races: list[KnownRace]) -> None:
    """Store sightings of races in the name of the station at home."""
    station = _station_fleet(bot)
    entries = [race for race in races if race.ships is not None][-_MAX_NOTES:]
    if station is None or not entries:
        return
    name = " ".join([_HEAD, *(f"{race.home}x{race.ships}t{race.seen_turn}" for race in entries)])
    if name != station:
        bot.order("RENAME", station, name)


def _home(
    bot: BotView, name: str, notes: SightingNotes, sightings: dict[str, tuple[int, int, str]]
) -> str | None:
    for id_, system in bot.systems.items():
        if system["owner"] == name:
            return str(id_)
    for id_, (_, _, owner) in sightings.items():
        if owner == name:
            return id_
    left = [home for home in notes if home in bot.systems and home not in bot.colonies]
    return left[0] if len(left) == 1 else None


def _is_gas_nebula(system: Facts) -> bool:
    """True if a system is a gas nebula; an unscanned nebula counts as one."""
    if system["nebula"] is None:
        return "Nebula" in system["kind"]
    return bool(system["nebula"] == GAS)


def _current_sightings(bot: BotView) -> dict[str, tuple[int, int, str]]:
    """The ships, turn and owner of races seen this turn, by home.

    Their home is where their starbases are (SC-NPR-002).
    """
    ships: dict[str, int] = {}
    owners: dict[str, str] = {}
    for sighting in bot.view["sightings"]:
        system = sighting["system"]
        ships[system] = ships.get(system, 0) + sighting["hulls"].get("DD", 0)
        if any(hull.startswith("BS") for hull in sighting["hulls"]):
            owners[system] = sighting["owner"]
    turn = bot.view.turn
    return {s: (ships[s], turn, o) for s, o in owners.items() if s not in bot.colonies}


def _station_fleet(bot: BotView) -> str | None:
    """The name of the fleet of the first shipyard."""
    return next((unit["fleet"] for unit in bot.view["units"] if unit["yards"]), None)


def _stored_notes(bot: BotView) -> SightingNotes:
    """The ships and turn noted, by home."""
    return {home: (ships, turn) for home, ships, turn in _entries(_station_fleet(bot) or "")}


def _entries(name: str) -> Iterator[tuple[str, int, int]]:
    for home, ships, turn in _NOTE.findall(name):
        yield home, int(ships), int(turn)


def conduct_diplomacy(bot: BotView, spared: Collection[str] = ()) -> None:
    """Offer trade to all contacts, and win over non-player races while money lasts.

    The `spared` races get no envoys because a war is planned.
    """
    for other in bot.view["contacts"]:
        at_war = other["stance"] == "WAR" or other["id"] in bot.enemies
        if not other["active"] or at_war:
            continue
        if not other["offers_trade"]:
            bot.order("TRADE", other["id"], "ON")
        if other["npr"] and other["id"] not in spared:
            _win_over(bot, other)


def accepts_envoy(bot: BotView, other: Facts) -> bool:
    """True if an envoy may go to a race now and can improve its stance (SC-DIP-003)."""
    able = other["npr"] and other["active"] and other["talks"] and other["stance"] in OPEN
    return bool(able) and is_pause_over(bot, other["envoy"], bot.economy.diplomacy.envoy_pause)


def is_pause_over(bot: BotView, last: int, pause: int) -> bool:
    """True if a pause has passed since an order in turn `last`, 0 for never."""
    return not last or bot.view.turn + 1 - last >= pause


def _win_over(bot: BotView, race: Facts) -> None:
    rules, el, turn = bot.economy.diplomacy, bot.view["el"], bot.view.turn + 1
    if accepts_envoy(bot, race) and _can_improve(bot, race, turn) and bot.cash > RESERVED_MONEY:
        if bot.pay(rules.envoy_price(el) / 100):
            bot.order("ENVOY", race["id"])
        return
    _give_gift(bot, race)
    rested = is_pause_over(bot, race["asked"], rules.union_pause)
    lasting = race["stance"] == "ALLIANCE" and turn - race["since"] >= rules.alliance_turns
    people = ordered_sum(colony["pu"] for colony in bot.colonies.values())
    is_ready = (
        lasting and rested and people > _estimated_people(bot, race) and bot.cash > RESERVED_MONEY
    )
    if is_ready and bot.pay(rules.union_price(el) / 100):
        bot.order("AMALGAMATE", race["id"])


def _can_improve(bot: BotView, race: Facts, turn: int) -> bool:
    """True if an envoy can improve the stance; TRADE must have lasted some time (SC-DIP-003)."""
    lasted = turn - race["since"]
    return bool(race["stance"] != "TRADE" or lasted >= bot.economy.diplomacy.trade_turns)


def _give_gift(bot: BotView, race: Facts) -> None:
    """Give a race a gift that helps the envoy of the next turn (SC-DIP-003)."""
    rules, turn_after_next = bot.economy.diplomacy, bot.view.turn + 2
    due = race["talks"] and race["stance"] in OPEN and _can_improve(bot, race, turn_after_next)
    rested = not race["envoy"] or turn_after_next - race["envoy"] >= rules.envoy_pause
    total = ordered_sum(
        gift["MC"] for gift in race["gifts"] if turn_after_next - gift["turn"] <= rules.gift_turns
    )
    if due and rested and total < rules.gift and bot.cash > GENEROUS and bot.pay(rules.gift):
        bot.order("GIVE", race["id"], "MC", rules.gift)


def _estimated_people(bot: BotView, race: Facts) -> int:
    """The maximum PU of a race, which never colonizes (SC-NPR-003)."""
    homes = (system for system in bot.systems.values() if system["owner"] == race["name"])
    return max((system["most_pu"] for system in homes), default=DEFAULT_RACE_PU)
