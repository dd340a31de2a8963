"""The results of all orders of a season, by Lucas Kruijswijk's algorithm of guesses.

The success of an order may depend on itself, by way of others: then both answers are tried. If both
or neither agree with the rules, either fleets move in a circle, and do so, or a carried fleet
decides whether its carriers are dislodged, and is not carried (JG-MOVE, JG-CARRY).
"""

from collections.abc import Mapping

from attrs import define, field, frozen

from jumpgates.model import carried


@frozen
class Instruction:
    """The order of a fleet; support for a fleet that stays has the place of that fleet as `to`."""

    owner: str
    kind: str = "HOLD"
    to: str = ""
    other: str = ""  # the place of the fleet to support or carry
    by_gates: bool = False


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
            attack, foe = self._attack(at), self._foe(at)
            resistance = self._strength(foe) if foe else self._defence(order.to)
            rivals = [self.hindrance(p) for p in self._attackers(order.to) if p != at]
            return attack > max(resistance, *rivals, 0)
        if order.kind == "SUPPORT":
            return not any(self._cuts(attacker, order) for attacker in self._attackers(at))
        return not any(self.succeeds(attacker) for attacker in self._attackers(at))

    def _attackers(self, to: str) -> list[str]:
        return [p for p, order in self.orders.items() if (order.kind, order.to) == ("MOVE", to)]

    def _cuts(self, attacker: str, support: Instruction) -> bool:
        if attacker == support.to:
            return self.succeeds(attacker)
        return self.orders[attacker].owner != support.owner and self._has_way(attacker)

    def _has_way(self, at: str) -> bool:
        order = self.orders[at]
        gates = self._helpers("CARRY", at, order.to) if order.by_gates else ()
        return not order.by_gates or order.to in carried(at, frozenset(gates))

    def _helpers(self, kind: str, at: str, to: str) -> list[str]:
        helpers = [p for p, o in self.orders.items() if (o.kind, o.other, o.to) == (kind, at, to)]
        return [place for place in helpers if self.succeeds(place)]

    def _foe(self, at: str) -> str:
        """Return the place of a fleet that moves the other way on the same lane; "" if none."""
        order = self.orders[at]
        other = self.orders.get(order.to, order)
        is_met = (other.kind, other.to) == ("MOVE", at) and not (order.by_gates or other.by_gates)
        return order.to if is_met else ""

    def _strength(self, at: str, against: str = "") -> int:
        """Return the strength of a fleet, without the support of one empire."""
        to = self.orders[at].to if self.orders[at].kind == "MOVE" else at
        helpers = self._helpers("SUPPORT", at, to)
        return 1 + len([place for place in helpers if self.orders[place].owner != against])

    def _attack(self, at: str) -> int:
        order = self.orders[at]
        there = self.orders.get(order.to)
        if there and there.kind == "MOVE" and not self._foe(at) and self.succeeds(order.to):
            there = None
        if not self._has_way(at) or (there and there.owner == order.owner):
            return 0
        return self._strength(at, there.owner if there else "")

    def _defence(self, at: str) -> int:
        order = self.orders.get(at)
        if order and order.kind == "MOVE":
            return int(not self.succeeds(at))
        return self._strength(at) if order else 0

    def hindrance(self, at: str) -> int:
        """Return the strength by which a move keeps others out, even if it fails."""
        foe = self._foe(at)
        return 0 if not self._has_way(at) or (foe and self.succeeds(foe)) else self._strength(at)
