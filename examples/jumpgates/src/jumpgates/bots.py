"""A bot that takes the nearest systems, with support where somebody might resist."""

from collections.abc import Iterator

from horizons_core import Stream, View
from jumpgates.model import BOARD, distance


class Admiral:
    """Moves against systems that it can take; its other fleets come nearer."""

    def orders(self, view: View, stream: Stream) -> str:
        """Return the orders of a turn."""
        fleets = {fleet["at"]: fleet["owner"] for fleet in view["fleets"]}
        own = [fleet for fleet in view["fleets"] if fleet["owner"] == view.empire]
        wanted = [row["system"] for row in view["systems"] if row["owner"] != view.empire]
        near = sorted(BOARD, key=lambda place: distance(place, wanted))
        if view.stage == "retreats":
            lines, taken = [], list[str]()
            for fleet in own:
                ends = [end for end in near if end in fleet["retreats"] and end not in taken]
                lines += [f"RETREAT {fleet['at']} TO {end}" for end in ends[:1]]
                taken += ends[:1]
            return "\n".join(lines)
        places = stream.shuffled([fleet["at"] for fleet in own])
        if view.stage:
            you = next(row for row in view["empires"] if row["empire"] == view.empire)
            sites = [place for place in near if place in you["sites"]]
            idle = [place for place in reversed(near) if place in places]
            lines = [f"BUILD {site}" for site in sites[: max(0, you["builds"])]]
            return "\n".join(lines + [f"DISBAND {p}" for p in idle[: max(0, -you["builds"])]])
        if view["season"].startswith("Autumn"):
            places = [place for place in places if place not in wanted]  # these hold, to own it
        goals = [goal for goal in stream.shuffled(wanted) if fleets.get(goal) != view.empire]
        return "\n".join(_attacks(places, goals, near, fleets))


def _attacks(
    places: list[str], goals: list[str], near: list[str], fleets: dict[str, str]
) -> Iterator[str]:
    """Yield moves to the goals, with support against others near them, then moves to come nearer."""
    idle, taken = list(places), list[str]()
    mine = [fleets[place] for place in places[:1]]
    for goal in goals:
        able = [place for place in idle if goal in BOARD[place].lanes]
        lanes = (goal, *BOARD[goal].lanes)
        count = 2 if any(fleets.get(place) not in {None, *mine} for place in lanes) else 1
        if len(able) >= count:
            yield f"MOVE {able[0]} TO {goal}"
            yield from (f"SUPPORT {able[n]} FOR {able[0]} TO {goal}" for n in range(1, count))
            idle, taken = [p for p in idle if p not in able[:count]], [*taken, goal]
    for place in idle:
        ends = [end for end in near if end in BOARD[place].lanes]
        ends = [end for end in ends if end not in fleets and end not in taken]
        if ends and near.index(ends[0]) < near.index(place):
            yield f"MOVE {place} TO {ends[0]}"
            taken.append(ends[0])
