"""A bot that attacks the best target in reach, and gathers ships near the front."""

from typing import Any

from attrs import frozen

from horizons_core import Stream, View
from konquest.model import Economy

GUARD = 5  # ships that stay on a planet
UNKNOWN = {"ships": 12, "production": 8, "kill": 45, "seen": 0}
Row = dict[str, Any]


@frozen
class Admiral:
    """Weighs the ships that a planet costs against those that it builds."""

    economy: Economy

    def orders(self, view: View, stream: Stream) -> str:
        """Return the orders of a turn."""
        bases = [p for p in view["planets"] if p["is_yours"]]
        targets, lines = {fleet["target"] for fleet in view["fleets"]}, list[str]()
        goals = [p if p["ships"] is not None else p | UNKNOWN for p in view["planets"]]
        goals = [p for p in goals if not p["is_yours"] and p["planet"] not in targets]
        hub: Row = max(bases, key=lambda p: (p["ships"], p["planet"]), default={})
        for base in stream.shuffled(bases):
            ready, way = base["ships"] - GUARD, f"FROM {base['planet']} TO"
            costs = [(self._cost(base, goal, view.turn), goal) for goal in goals]
            costs = [(ships, goal) for ships, goal in costs if ships <= ready]
            if costs:
                ships, goal = min(costs, key=lambda pair: pair[0] / pair[1]["production"])
                goals.remove(goal)
                lines.append(f"SEND {max(ships, ready // 2)} {way} {goal['planet']}")
            elif ready > 2 * GUARD and base is not hub:
                lines.append(f"SEND {ready} {way} {hub['planet']}")
        return "\n".join(lines)

    def _cost(self, base: Row, goal: Row, turn: int) -> int:
        """Return the ships that most likely take a planet, and those that it builds till then."""
        turns = self.economy.travel((base["x"], base["y"]), (goal["x"], goal["y"]))
        age = turn - goal["seen"] + turns if goal["owner"] else 0
        ships = goal["ships"] + age * goal["production"]
        return int(3 + turns + ships * goal["kill"] * 13 // (base["kill"] * 10))
