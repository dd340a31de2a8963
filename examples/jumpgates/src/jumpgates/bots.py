"""A bot that takes the nearest systems, with support where others might resist."""

from collections.abc import Iterator

from horizons_core import Stream, View
from jumpgates.model import BOARD, LANES, near


class Admiral:
    """Attacks the systems that it can take; its other fleets come nearer."""

    def orders(self, view: View, stream: Stream) -> str:
        """Return the orders of a turn."""
        return "\n".join(self._orders(view, stream))

    def _orders(self, view: View, stream: Stream) -> Iterator[str]:
        own = [fleet for fleet in view["fleets"] if fleet["owner"] == view.empire]
        wanted = [place for place, owner in view["systems"].items() if owner != view.empire]
        ways = {at: min((LANES.distance(at, goal) for goal in wanted), default=0) for at in BOARD}
        first, taken = sorted(BOARD, key=ways.__getitem__), [f["at"] for f in view["fleets"]]
        idle = [fleet["at"] for fleet in stream.shuffled(own)]
        if view.stage == "adjustments":
            you = next(row for row in view["empires"] if row["empire"] == view.empire)
            builds = [f"BUILD {place}" for place in first if place in you["sites"]]
            yield from builds[: max(0, you["builds"])]
            return
        for goal in () if view.stage else stream.shuffled(wanted):
            able = [at for at in idle if goal in near(at)]
            if len(able) > (1 if goal in taken else 0):
                yield f"MOVE {able[0]} TO {goal}"
                yield from (f"SUPPORT {at} FOR {able[0]} TO {goal}" for at in able[1:])
                idle, taken = [at for at in idle if at not in able], [*taken, goal]
        for fleet in [fleet for fleet in own if fleet["at"] in idle]:
            ends = fleet["retreats"] if view.stage else near(fleet["at"])
            ends = [end for end in first if end in ends and end not in taken]
            if ends and (view.stage or ways[ends[0]] < ways[fleet["at"]]):
                yield f"{'RETREAT' if view.stage else 'MOVE'} {fleet['at']} TO {ends[0]}"
                taken.append(ends[0])
