"""The results of all orders of a season, by Lucas Kruijswijk's algorithm of guesses.

The success of an order may depend on itself, by way of others: then both answers are tried. If both
or neither agree with the rules, either fleets move in a circle, and do so, or a carried fleet
decides whether its carriers are dislodged, and is not carried (JG-MOVE, JG-CARRY).
"""

from collections.abc import Mapping

from attrs import define, field, frozen

from jumpgates.model import near, reach


@frozen
class Instruction:
    """The order of a fleet; support for a fleet that stays has the place of that fleet as `to`."""

    owner: str
    kind: str = "HOLD"
    to: str = ""
    other: str = ""  # the place of the fleet to support or carry


@define
class Adjudicator:
    """Orders by the places of their fleets."""

    orders: Mapping[str, Instruction]
    _results: dict[str, bool] = field(factory=dict, init=False)
    _guesses: dict[str, bool] = field(factory=dict, init=False)
    _cycle: list[str] = field(factory=list, init=False)  # places whose guesses were used

    def succeeds(self, at: str) -> bool:
        """Return whether a fleet moves, or its support is not cut, or else it is not dislodged."""
        if at in self._results:
            return self._results[at]
        if at in self._guesses:
            self._cycle += [] if at in self._cycle else [at]
            return self._guesses[at]
        start = len(self._cycle)
        self._guesses[at] = False
        first = second = self._judge(at)
        if self._cycle[start:] and self._cycle[start] != at:  # it depends on an earlier guess
            self._cycle.append(at)
            self._guesses[at] = first
            return first
        if self._cycle[start:]:
            self._forget(start)
            self._guesses[at] = True
            second = self._judge(at)
        moves = [p for p in self._cycle[start:] if self.orders[p].kind == "MOVE"]
        carriers = [p for p in self._cycle[start:] if self.orders[p].kind == "CARRY"]
        broken = {at: first} if first == second else dict.fromkeys(carriers or moves, not carriers)
        self._results = broken | self._results
        self._forget(start)
        self._guesses.pop(at, None)
        return self.succeeds(at)

    def _forget(self, start: int) -> None:
        for place in self._cycle[start:]:
            self._guesses.pop(place, None)
        del self._cycle[start:]

    def _judge(self, at: str) -> bool:
        order = self.orders[at]
        if order.kind == "MOVE":
            return self._moves(at, order)
        if order.kind == "SUPPORT":
            return not any(self._cuts(attacker, order) for attacker in self._attackers(at))
        return not any(self.succeeds(attacker) for attacker in self._attackers(at))

    def _moves(self, at: str, order: Instruction) -> bool:
        there, foe = self.orders.get(order.to), self._foe(at)
        is_leaving = there is not None and there.kind == "MOVE" and not foe
        if is_leaving and self.succeeds(order.to):
            there = None
        attackers = self._attackers(order.to)
        if at not in attackers or (there and there.owner == order.owner):
            return False
        defence = (1 if is_leaving else self._strength(order.to)) if there else 0
        rivals = [self._strength(place) for place in attackers if place != at]
        return self._strength(at, there.owner if there else "") > max([defence, *rivals])

    def _attackers(self, to: str) -> list[str]:
        """Return the places of the fleets that move to a place and have a way there."""
        moves = [p for p, order in self.orders.items() if (order.kind, order.to) == ("MOVE", to)]
        return [place for place in moves if to in reach(place, self._helpers("CARRY", place, to))]

    def _cuts(self, attacker: str, support: Instruction) -> bool:
        if attacker == support.to:
            return self.succeeds(attacker)
        return self.orders[attacker].owner != support.owner

    def _helpers(self, kind: str, at: str, to: str) -> list[str]:
        helpers = [p for p, o in self.orders.items() if (o.kind, o.other, o.to) == (kind, at, to)]
        return [place for place in helpers if self.succeeds(place)]

    def _foe(self, at: str) -> str:
        """Return the place of a fleet that moves the other way on the same lane; "" if none."""
        to = self.orders[at].to
        return to if to in self._attackers(at) and to in near(at) else ""

    def _strength(self, at: str, against: str = "") -> int:
        """Return the strength of a fleet, without the support of one empire."""
        to = self.orders[at].to if self.orders[at].kind == "MOVE" else at
        helpers = self._helpers("SUPPORT", at, to)
        return 1 + len([place for place in helpers if self.orders[place].owner != against])
