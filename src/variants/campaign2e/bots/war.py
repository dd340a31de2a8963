"""War: the fleet attacks worlds one by one, and goes home in time for supply and repair."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from attrs import define

from horizons_core.sums import ordered_sum
from variants.campaign2e.battle.odds import KnownOdds
from variants.campaign2e.bots.board import Board, Facts
from variants.campaign2e.bots.chart import Chart
from variants.campaign2e.bots.home_fleet import endangered, may_go, send
from variants.campaign2e.bots.invasion import LOOKED_AT, Invasion
from variants.campaign2e.bots.muster import landers, landing, strikers
from variants.campaign2e.bots.targets import neutral_targets

#: A fleet that has lost so much of its hulls goes home.
WORN = 0.75
#: Weeks that an attack costs: the week itself, and five turns of combat.
WEEKS_OF_ATTACK = 2
#: The least gain of an attack, in credits, for each week of the way there.
LEAST_GAIN = 20
#: Tonnes of supply of each kind with which a supply ship is still of use.
OF_USE = 4
#: Fleets at home that are worth the way, as a part of the strongest fleet.
WORTH_JOINING = 0.15
#: The force with which a second fleet attacks by itself.
ENOUGH = 2000
#: Before this week neutral worlds are easier to have than those of players, and fleets are small.
FIRST_INVASION = 10
#: What fleets do at own bases and elsewhere when they meet somebody.
AT_HOME, ABROAD = "ATTACK IF EQUAL ELSE WITHDRAW", "ATTACK IF SMALLER ELSE WITHDRAW"


@define(eq=False)
class War:
    """A week of war.

    Attributes:
        home: where fleets are mended and gathered.
        weeks_home: by world, the weeks to the nearest base.
        wanted: tonnes of dropships for which an invasion waits.
    """

    board: Board
    chart: Chart
    home: str
    weeks_home: Mapping[str, int]
    invasion: Invasion
    wanted: int = 0

    @classmethod
    def of(cls, board: Board, chart: Chart, home: str, odds: KnownOdds) -> War:
        """The war of a board."""
        bases = [name for name in chart.places if board.is_base(name)]
        invasion = Invasion(board, chart, odds, home)
        return cls(board, chart, home, chart.weeks_to(bases), invasion)

    def wage(self) -> None:
        """Send each fleet where it is of most use, the strongest first."""
        for group in sorted(landing(self.board), key=lambda g: g["name"]):
            self._invade(group)
        found = sorted(strikers(self.board), key=lambda g: (-g["force"], g["name"]))
        if found and not self._prepare(found[0]):
            self._strike(found)
        for group in landers(self.board):
            if group["at"] != self.home and self.home:
                send(self.board, self.chart, group, self.chart.weeks_to([self.home]))

    def _strike(self, found: Sequence[Facts]) -> None:
        """Let the strongest fleet attack, and others that are strong enough; the rest gathers."""
        first, *others = found
        gathers = self._is_awaited(first, others)
        taken: set[str] = set()
        for group in found:
            post = self._post(group)
            may_attack = not gathers if group is first else group["force"] >= ENOUGH
            target = self._target(group, taken) if may_attack and not post else ""
            taken.add(target)
            if post or target or gathers or group is not first:
                self._go(group, post or target or self.home, target)
            else:
                self._blockade(group)

    def goes_on(self, group: Facts) -> bool:
        """Return whether landing ships with warships have somewhere to land."""
        return not self._post(group) and bool(self.invasion.best(group))

    def _is_awaited(self, group: Facts, others: Iterable[Facts]) -> bool:
        """Return whether enough stands at home to make it worth the way to join it."""
        waiting = ordered_sum(other["force"] for other in others if other["at"] == self.home)
        return bool(waiting >= WORTH_JOINING * group["force"] and self.board.is_base(group["at"]))

    def _invade(self, group: Facts) -> None:
        """Take an invasion on, or home: it engages defences, and lands where it has control."""
        board, name = self.board, group["name"]
        goal = self._post(group) or (self.invasion.best(group) if self._lasts(group) else "")
        to = self._go(group, goal or self.home, "")
        if not goal or to != goal or board.worlds[to]["yours"]:
            return
        if not group["engage"] or to != group["at"]:
            board.say("ENGAGE", "DEFENCES", name)
        if not group["land"] or to != group["at"]:
            board.say("LAND", name)  # it may have control this very week

    def _lasts(self, group: Facts) -> bool:
        """Return whether supply lasts for another week away, and the way home."""
        tender = any(self._is_of_use(ship) for ship in self.board.crews[group["name"]])
        weeks = self.weeks_home.get(group["at"], 0)
        return bool(tender or group["endurance"] > weeks)

    def _prepare(self, group: Facts) -> bool:
        """See what landing ships the strongest fleet could use; whether it sets out with them."""
        if self.board.view["week"] < FIRST_INVASION or self._post(group):
            return False
        ready = [one for one in landers(self.board) if one["at"] == self.home]
        crews = [ship for one in ready for ship in self.board.crews[one["name"]]]
        tonnes = ordered_sum(ship["dropships"] for ship in crews)
        needed = self.invasion.needs(group)
        if needed and tonnes >= needed and group["at"] == self.home:
            self._invade(self.invasion.embark(group, ready))
            return True
        self.wanted = max(0, needed - tonnes)
        return False

    def _blockade(self, group: Facts) -> None:
        """Stop the trade of somebody's world within reach of home, or go home."""
        goal = ""
        if self.board.view["week"] < FIRST_INVASION:
            self._go(group, self.home, "")
            return
        blocks = group["posture"] == "interdict"
        if blocks and self._lasts(group):
            goal = str(group["at"])
        elif not blocks:
            goal = self._world_to_block(group)
        to = self._go(group, goal or self.home, "")
        if goal and to == goal and not blocks:
            self.board.say("INTERDICT", group["name"])

    def _world_to_block(self, group: Facts) -> str:
        weeks = self.chart.weeks_to([group["at"]])
        there = {counter["at"] for counter in self.board.view["counters"]}
        for world in self.invasion.targets(group["at"])[:LOOKED_AT]:
            needed = self.board.economy.points_a_credit * world["points"]
            if (
                world["id"] not in there
                and group["force"] >= needed
                and self._is_in_range(group, weeks, world["id"])
            ):
                return str(world["id"])
        return ""

    def _post(self, group: Facts) -> str:
        """Where a fleet has to be before it attacks: home, or an own world in danger."""
        crew = self.board.crews[group["name"]]
        if not all(ship["in_supply"] for ship in crew) or self._is_worn(crew):
            return self.home
        troubled = [name for name in endangered(self.board) if self._is_troubled(name)]
        if troubled:
            return min(troubled, key=lambda name: (self.chart.distance(group["at"], name), name))
        return ""

    def _is_troubled(self, name: str) -> bool:
        world = self.board.worlds[name]
        return bool(world["interdicted"] or world["controlled"])

    def _is_worn(self, crew: Iterable[Facts]) -> bool:
        whole = ordered_sum(ship["hull_of"] for ship in crew)
        return bool(ordered_sum(ship["hull"] for ship in crew) < WORN * whole)

    def _target(self, group: Facts, taken: Collection[str]) -> str:
        """The world whose attack brings most for each week that it takes."""
        weeks = self.chart.weeks_to([group["at"]])
        best, most = "", 0.0
        for target in neutral_targets(self.board, group):
            name = target.world
            if name in taken or name not in weeks or not self._is_in_range(group, weeks, name):
                continue
            worth = target.gain / max(1, weeks[name])
            if worth > max(most, LEAST_GAIN):
                best, most = name, worth
        return best

    def _is_in_range(self, group: Facts, weeks: Mapping[str, int], name: str) -> bool:
        """Return whether a fleet gets there, attacks once, and comes home before supply ends."""
        away = max(0, weeks[name] - 1) + WEEKS_OF_ATTACK + self.weeks_home.get(name, 99) - 1
        return bool(group["endurance"] >= away)

    def _go(self, group: Facts, goal: str, target: str) -> str:
        """Go there, or stay, and say what is done on the spot and in meetings; answers where."""
        board, name = self.board, group["name"]
        to = group["at"]
        if goal and goal != group["at"]:
            to = self._step(group, goal) or to
        if target and to == target:
            board.say("ATTACK", "WORLD", name)
        contact = AT_HOME if board.is_base(to) else ABROAD
        if group["contact"] != contact:
            board.say("CONTACT", name, *contact.split())
        if not board.is_base(to):
            self._resupply(group)
        return str(to)

    def _step(self, group: Facts, goal: str) -> str:
        weeks: Mapping[str, int] = self.chart.weeks_to([goal])
        is_far = weeks.get(group["at"], 99) > max(1, group["endurance"])
        if goal == self.home and is_far and not self.board.is_base(group["at"]):
            weeks = self.weeks_home
        to = self.chart.step(group, weeks)
        if not to or not may_go(self.board, self.chart, group, to):
            return ""
        self.board.go(group, to)
        return to

    def _resupply(self, group: Facts) -> None:
        """Let a fleet away from bases draw on a supply ship of its own."""
        for ship in self.board.crews[group["name"]]:
            if self._is_of_use(ship):
                self.board.say("RESUPPLY", group["name"], "FROM", ship["name"])
                return

    def _is_of_use(self, ship: Facts) -> bool:
        holds = ship["holds"]
        return bool(ship["cargo"] and min(holds["fuel"], holds["crew"]) >= OF_USE)
