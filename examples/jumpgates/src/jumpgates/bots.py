"""A bot that takes the nearest systems, with support where others might resist."""

from collections.abc import Iterator

from horizons_core import Stream, View
from jumpgates.model import BOARD, distance, near


class Admiral:
    """Attacks the systems that it can take; its other fleets come nearer."""

    def orders(self, view: View, stream: Stream) -> str:
        """Return the orders of a turn."""
        return "\n".join(self._orders(view, stream))

    def _orders(self, view: View, stream: Stream) -> Iterator[str]:
        own = [fleet for fleet in view["fleets"] if fleet["owner"] == view.empire]
        wanted = [place for place, owner in view["systems"].items() if owner != view.empire]
        ways = {at: min((distance(at, goal) for goal in wanted), default=0) for at in BOARD}
        first, taken = sorted(BOARD, key=ways.__getitem__), [f["at"] for f in view["fleets"]]
        idle = [fleet["at"] for fleet in stream.shuffled(own)]
        if view.stage == "adjustments":
            you = next(row for row in view["empires"] if row["empire"] == view.empire)
            sites = [place for place in first if place in you["sites"]]
            yield from (f"BUILD {site}" for site in sites[: max(0, you["builds"])])
            last = [place for place in reversed(first) if place in idle]
            yield from (f"DISBAND {place}" for place in last[: max(0, -you["builds"])])
            return
        others = [f["at"] for f in view["fleets"] if f["owner"] != view.empire]
        if "Autumn" in view["season"]:
            idle = [at for at in idle if at not in wanted]  # the others stay, to own the system
        for goal in () if view.stage else stream.shuffled([g for g in wanted if g not in idle]):
            able = [at for at in idle if goal in near(at)]
            count = 2 if any(place in others for place in (goal, *near(goal))) else 1
            if len(able) >= count:
                yield f"MOVE {able[0]} TO {goal}"
                yield from (f"SUPPORT {at} FOR {able[0]} TO {goal}" for at in able[1:count])
                idle, taken = [at for at in idle if at not in able[:count]], [*taken, goal]
        for fleet in [fleet for fleet in own if fleet["at"] in idle]:
            ends = fleet["retreats"] if view.stage else near(fleet["at"])
            ends = [end for end in first if end in ends and end not in taken]
            if ends and (view.stage or ways[ends[0]] < ways[fleet["at"]]):
                yield f"{'RETREAT' if view.stage else 'MOVE'} {fleet['at']} TO {ends[0]}"
                taken.append(ends[0])
