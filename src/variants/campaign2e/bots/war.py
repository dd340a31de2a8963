"""Fleets that attack worlds one by one and return in time for supply and repair."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from attrs import define

from horizons_core.sums import ordered_sum
from variants.campaign2e.battle.odds import CachedOdds
from variants.campaign2e.bots.attacks import MAX_TARGETS, Invasion, neutral_targets
from variants.campaign2e.bots.bot_view import BotView
from variants.campaign2e.bots.fleets import landers, landing, strikers
from variants.campaign2e.bots.home_fleet import endangered, may_go, send
from variants.campaign2e.bots.routes import RouteMap
from variants.campaign2e.view.rows import Row

#: A fleet below this fraction of its hull boxes goes home.
MIN_HULL = 0.75
#: Weeks of endurance used by an attack: the week itself, and five turns of combat.
ATTACK_WEEKS = 2
#: Minimum gain of an attack, in credits per week of travel.
MIN_GAIN = 20
#: Minimum tonnes of each kind of supply for a supply ship to be useful.
USEFUL_TONNES = 4
#: Minimum force at home for the strongest fleet to return and merge, as a fraction of its own.
WORTH_JOINING = 0.15
#: Minimum force for a second fleet to attack by itself.
SECOND_FLEET_FORCE = 2000
#: Until this week neutral worlds are easier targets than players, and fleets are small.
FIRST_INVASION = 10
#: Contact orders at the player's bases and elsewhere.
AT_HOME, ABROAD = "ATTACK IF EQUAL ELSE WITHDRAW", "ATTACK IF SMALLER ELSE WITHDRAW"


@define(eq=False)
class War:
    """A week of war.

    Attributes:
        home: place where fleets are repaired and gathered.
        weeks_home: weeks from each world to the nearest base.
        missing_tonnes: tonnes of dropships missing for an invasion.
    """

    bot: BotView
    routes: RouteMap
    home: str
    weeks_home: Mapping[str, int]
    invasion: Invasion
    missing_tonnes: int = 0

    @classmethod
    def of(cls, bot: BotView, routes: RouteMap, home: str, odds: CachedOdds) -> War:
        """Return the war of a bot's week."""
        bases = [name for name in routes.places if bot.is_base(name)]
        invasion = Invasion(bot, routes, odds, home)
        return cls(bot, routes, home, routes.weeks_to(bases), invasion)

    def send_fleets(self) -> None:
        """Send each fleet to its best use, strongest first."""
        for group in sorted(landing(self.bot), key=lambda g: g["name"]):
            self._invade(group)
        fleets = sorted(strikers(self.bot), key=lambda g: (-g["force"], g["name"]))
        if fleets and not self._prepare(fleets[0]):
            self._strike(fleets)
        for group in landers(self.bot):
            if group["at"] != self.home and self.home:
                send(self.bot, self.routes, group, self.routes.weeks_to([self.home]))

    def _strike(self, fleets: Sequence[Row]) -> None:
        """Send the strongest fleet and the other strong ones to attack; gather the rest."""
        first, *reserves = fleets
        gathers = self._is_awaited(first, reserves)
        targeted: set[str] = set()
        for group in fleets:
            urgent = self._urgent_destination(group)
            may_attack = not gathers if group is first else group["force"] >= SECOND_FLEET_FORCE
            target = self._target(group, targeted) if may_attack and not urgent else ""
            targeted.add(target)
            if urgent or target or gathers or group is not first:
                self._move_group(group, urgent or target or self.home, target)
            else:
                self._blockade(group)

    def continues_invasion(self, group: Row) -> bool:
        """Return whether landing ships with warships have a target."""
        return not self._urgent_destination(group) and bool(self.invasion.best(group))

    def _is_awaited(self, group: Row, reserves: Iterable[Row]) -> bool:
        """Return whether enough force waits at home for the fleet to return and merge."""
        waiting = ordered_sum(fleet["force"] for fleet in reserves if fleet["at"] == self.home)
        return bool(waiting >= WORTH_JOINING * group["force"] and self.bot.is_base(group["at"]))

    def _invade(self, group: Row) -> None:
        """Continue an invasion, or return: engage defences, and land after taking control."""
        bot, name = self.bot, group["name"]
        goal = self._urgent_destination(group) or (
            self.invasion.best(group) if self._can_stay(group) else ""
        )
        destination = self._move_group(group, goal or self.home, "")
        if not goal or destination != goal or bot.worlds[destination]["yours"]:
            return
        if not group["engage"] or destination != group["at"]:
            bot.order("ENGAGE", "DEFENCES", name)
        if not group["land"] or destination != group["at"]:
            bot.order("LAND", name)  # it may gain control this week

    def _can_stay(self, group: Row) -> bool:
        """Return whether supply lasts for another week away, and the return."""
        has_tender = any(self._is_useful(ship) for ship in self.bot.ships_by_group[group["name"]])
        weeks = self.weeks_home.get(group["at"], 0)
        return bool(has_tender or group["endurance"] > weeks)

    def _prepare(self, group: Row) -> bool:
        """Compute the dropships for the strongest fleet; returns whether it departs with them."""
        if self.bot.view["week"] < FIRST_INVASION or self._urgent_destination(group):
            return False
        ready = [g for g in landers(self.bot) if g["at"] == self.home]
        landing_ships = [ship for g in ready for ship in self.bot.ships_by_group[g["name"]]]
        tonnes = ordered_sum(ship["dropships"] for ship in landing_ships)
        needed = self.invasion.needs(group)
        if needed and tonnes >= needed and group["at"] == self.home:
            self._invade(self.invasion.embark(group, ready))
            return True
        self.missing_tonnes = max(0, needed - tonnes)
        return False

    def _blockade(self, group: Row) -> None:
        """Stop the trade of a world within reach of home, or return."""
        goal = ""
        if self.bot.view["week"] < FIRST_INVASION:
            self._move_group(group, self.home, "")
            return
        is_blocking = group["posture"] == "interdict"
        if is_blocking and self._can_stay(group):
            goal = str(group["at"])
        elif not is_blocking:
            goal = self._world_to_block(group)
        destination = self._move_group(group, goal or self.home, "")
        if goal and destination == goal and not is_blocking:
            self.bot.order("INTERDICT", group["name"])

    def _world_to_block(self, group: Row) -> str:
        weeks = self.routes.weeks_to([group["at"]])
        occupied = {counter["at"] for counter in self.bot.view["counters"]}
        for world in self.invasion.targets(group["at"])[:MAX_TARGETS]:
            needed = self.bot.economy.points_a_credit * world["points"]
            if (
                world["id"] not in occupied
                and group["force"] >= needed
                and self._is_in_range(group, weeks, world["id"])
            ):
                return str(world["id"])
        return ""

    def _urgent_destination(self, group: Row) -> str:
        """Return where a fleet must go before it attacks: home, or an endangered world."""
        members = self.bot.ships_by_group[group["name"]]
        if not all(ship["in_supply"] for ship in members) or self._is_badly_damaged(members):
            return self.home
        troubled = [name for name in endangered(self.bot) if self._is_troubled(name)]
        if troubled:
            return min(troubled, key=lambda name: (self.routes.distance(group["at"], name), name))
        return ""

    def _is_troubled(self, name: str) -> bool:
        world = self.bot.worlds[name]
        return bool(world["interdicted"] or world["controlled"])

    def _is_badly_damaged(self, members: Iterable[Row]) -> bool:
        boxes = ordered_sum(ship["hull_of"] for ship in members)
        return bool(ordered_sum(ship["hull"] for ship in members) < MIN_HULL * boxes)

    def _target(self, group: Row, targeted: Collection[str]) -> str:
        """Return the world whose attack gains most per week."""
        weeks = self.routes.weeks_to([group["at"]])
        best, highest_worth = "", 0.0
        for target in neutral_targets(self.bot, group):
            name = target.world
            if name in targeted or name not in weeks or not self._is_in_range(group, weeks, name):
                continue
            worth = target.gain / max(1, weeks[name])
            if worth > max(highest_worth, MIN_GAIN):
                best, highest_worth = name, worth
        return best

    def _is_in_range(self, group: Row, weeks: Mapping[str, int], name: str) -> bool:
        """Return whether a fleet can get there, attack once, and return before supply ends."""
        away = max(0, weeks[name] - 1) + ATTACK_WEEKS + self.weeks_home.get(name, 99) - 1
        return bool(group["endurance"] >= away)

    def _move_group(self, group: Row, goal: str, target: str) -> str:
        """Move or stay, with orders for the place and for meetings; returns the destination."""
        bot, name = self.bot, group["name"]
        destination = group["at"]
        if goal and goal != group["at"]:
            destination = self._step(group, goal) or destination
        if target and destination == target:
            bot.order("ATTACK", "WORLD", name)
        contact = AT_HOME if bot.is_base(destination) else ABROAD
        if group["contact"] != contact:
            bot.order("CONTACT", name, *contact.split())
        if not bot.is_base(destination):
            self._resupply(group)
        return str(destination)

    def _step(self, group: Row, goal: str) -> str:
        weeks: Mapping[str, int] = self.routes.weeks_to([goal])
        is_far = weeks.get(group["at"], 99) > max(1, group["endurance"])
        if goal == self.home and is_far and not self.bot.is_base(group["at"]):
            weeks = self.weeks_home
        hex_id = self.routes.step(group, weeks)
        if not hex_id or not may_go(self.bot, self.routes, group, hex_id):
            return ""
        self.bot.move(group, hex_id)
        return hex_id

    def _resupply(self, group: Row) -> None:
        """Resupply a fleet away from bases from one of its supply ships."""
        for ship in self.bot.ships_by_group[group["name"]]:
            if self._is_useful(ship):
                self.bot.order("RESUPPLY", group["name"], "FROM", ship["name"])
                return

    def _is_useful(self, ship: Row) -> bool:
        holds = ship["holds"]
        return bool(ship["cargo"] and min(holds["fuel"], holds["crew"]) >= USEFUL_TONNES)
