"""The result of all orders of a season, by Lucas Kruijswijk's algorithm of guesses.

An order succeeds if its fleet moves, supports, or is not dislodged. Whether it does may depend on
itself, by way of others: then both answers are tried. If both or neither are consistent, fleets
move in a circle, or a carried fleet attacks those on whom its carriers depend (JG-CARRY).
"""

from collections.abc import Mapping

from attrs import define, field, frozen

from horizons_core.sums import int_sum
from jumpgates.model import carried


@frozen
class Instruction:
    """The order of a fleet: `other` is the place of a fleet to support or carry.

    Support for a fleet that stays has the place of that fleet as `to`.
    """

    owner: str
    kind: str = "HOLD"
    to: str = ""
    other: str = ""
    by_gates: bool = False


@define
class Adjudicator:
    """Orders by the place of their fleet, and which of them succeed."""

    orders: Mapping[str, Instruction]
    _results: dict[str, bool] = field(factory=dict, init=False)
    _guesses: dict[str, bool] = field(factory=dict, init=False)
    _cycle: list[str] = field(factory=list, init=False)  # places whose guesses were used

    def succeeds(self, at: str) -> bool:
        """Return whether the order of the fleet at a place succeeds."""
        if at in self._results:
            return self._results[at]
        if at in self._guesses:
            self._cycle += [at] if at not in self._cycle else []
            return self._guesses[at]
        start = len(self._cycle)
        self._guesses[at] = False
        first = self._judge(at)
        if len(self._cycle) > start and self._cycle[start] != at:  # an outer guess decides
            self._cycle.append(at)
            self._guesses[at] = first
            return first
        if len(self._cycle) > start:
            self._forget(start)
            self._guesses[at] = True
            if self._judge(at) != first:
                self._break_cycle(self._cycle[start:])
                self._forget(start)
                return self.succeeds(at)
        self._forget(start)
        self._guesses.pop(at, None)
        return self._results.setdefault(at, first)

    def _forget(self, start: int) -> None:
        for place in self._cycle[start:]:
            self._guesses.pop(place, None)
        del self._cycle[start:]

    def _break_cycle(self, cycle: list[str]) -> None:
        """Let carriers fail; without any, the fleets move in a circle."""
        carriers = [place for place in cycle if self.orders[place].kind == "CARRY"]
        moves = [place for place in cycle if self.orders[place].kind == "MOVE"]
        self._results.update(dict.fromkeys(carriers or moves, not carriers))

    def _judge(self, at: str) -> bool:
        order = self.orders[at]
        if order.kind == "MOVE":
            attack, foe = self._attack(at), self._foe(at)
            resisting = self._strength(foe) if foe else self._hold(order.to)
            rivals = [rival for rival in self.attackers(order.to) if rival != at]
            return attack > resisting and all(attack > self.hindrance(rival) for rival in rivals)
        if order.kind == "SUPPORT":
            return not any(self._cuts(attacker, at) for attacker in self.attackers(at))
        return not any(self.succeeds(attacker) for attacker in self.attackers(at))

    def attackers(self, to: str) -> list[str]:
        """Return the places of all fleets with the order to move here."""
        return [p for p, order in self.orders.items() if order.kind == "MOVE" and order.to == to]

    def hindrance(self, at: str) -> int:
        """Return the strength with which a move keeps others out, even if it fails itself."""
        foe = self._foe(at)
        lost = not self._has_way(at) or bool(foe and self.succeeds(foe))
        return 0 if lost else self._strength(at)

    def _cuts(self, attacker: str, at: str) -> bool:
        order = self.orders[at]
        if self.orders[attacker].owner == order.owner:
            return False
        return self.succeeds(attacker) if attacker == order.to else self._has_way(attacker)

    def _has_way(self, at: str) -> bool:
        order = self.orders[at]
        if not order.by_gates:
            return True
        gates = [p for p, o in self.orders.items() if (o.kind, o.other, o.to) == ("CARRY", at, order.to)]
        return order.to in carried(at, frozenset(gate for gate in gates if self.succeeds(gate)))

    def _foe(self, at: str) -> str:
        """Return the place of the fleet that moves the other way on the same lane; "" if none."""
        order, other = self.orders[at], self.orders.get(self.orders[at].to)
        if other is None or other.kind != "MOVE" or other.to != at:
            return ""
        return "" if order.by_gates or other.by_gates else order.to

    def _supporters(self, at: str) -> list[str]:
        order = self.orders[at]
        goal = order.to if order.kind == "MOVE" else at
        support = ("SUPPORT", at, goal)
        return [
            place
            for place, o in self.orders.items()
            if (o.kind, o.other, o.to) == support and self.succeeds(place)
        ]

    def _strength(self, at: str) -> int:
        return 1 + len(self._supporters(at))

    def _hold(self, at: str) -> int:
        if at not in self.orders:
            return 0
        if self.orders[at].kind == "MOVE":
            return int(not self.succeeds(at))
        return self._strength(at)

    def _attack(self, at: str) -> int:
        order = self.orders[at]
        if not self._has_way(at):
            return 0
        there = self.orders.get(order.to)
        if there is None:
            return self._strength(at)
        if there.kind == "MOVE" and not self._foe(at) and self.succeeds(order.to):
            return self._strength(at)
        if there.owner == order.owner:
            return 0
        helpers = [s for s in self._supporters(at) if self.orders[s].owner != there.owner]
        return 1 + len(helpers)
