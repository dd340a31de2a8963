"""Relations with non-player races: prices, and rolls against their statistics (SC-DIP).

A part of the economy (`StarclusterEconomy.diplomacy`). Statistics serve as percentages
(SC-DIP-001).
"""

from __future__ import annotations

from attrs import frozen

from horizons_core.limits import number
from variants.starcluster.constants import MC
from variants.starcluster.model.empires import HOSTILE, NEUTRAL, WAR
from variants.starcluster.model.races import HIGH, Race

#: Turns between two envoys, two PEACE orders, and two AMALGAMATE orders.
ENVOY_PAUSE, PEACE_PAUSE, UNION_PAUSE = 6, 12, 12
#: Turns that an alliance must have lasted before an amalgamation (SC-DIP-006).
ALLIANCE_TURNS = 36


@frozen(kw_only=True)
class Diplomacy:
    """Numbers and formulas of relations with non-player races.

    Attributes:
        envoy: MC of an envoy, times the EL of the sender (SC-DIP-003).
        envoy_pause: turns from one envoy to the next.
        offence: rolls up to this lower the stance.
        trust, most_trust: bonus per success in a row, and its maximum.
        gift, gift_bonus, gift_turns: a gift of this many MC gives this bonus for this many turns.
        menace: penalty below ALLIANCE for armed units of the sender in the race's systems.
        pride: penalty for a sender of high chauvinism.
        trade_turns: turns of TRADE required before ALLIANCE.
        peace_pause: turns from one PEACE with a non-player race to the next (SC-DIP-005).
        union: MC of an AMALGAMATE, times the EL of the sender (SC-DIP-006).
        union_pause: turns from one AMALGAMATE to the next.
        alliance_turns: turns of ALLIANCE required before an AMALGAMATE.
    """

    envoy: int = number(500)
    envoy_pause: int = number(ENVOY_PAUSE, 0, 1_000)
    offence: int = number(5, 0, 100)
    trust: int = number(5, 0, 100)
    most_trust: int = number(25, 0, 1_000)
    gift: int = number(5000)
    gift_bonus: int = number(10, 0, 100)
    gift_turns: int = number(6, 0, 1_000)
    menace: int = number(20, 0, 100)
    pride: int = number(10, 0, 100)
    trade_turns: int = number(12, 0, 1_000)
    peace_pause: int = number(PEACE_PAUSE, 0, 1_000)
    union: int = number(5000)
    union_pause: int = number(UNION_PAUSE, 0, 1_000)
    alliance_turns: int = number(ALLIANCE_TURNS, 0, 1_000)

    def first_stance(self, race: Race, roll: int) -> str:
        """A race's stance at first contact (SC-DIP-002)."""
        return HOSTILE if roll <= race.militancy else NEUTRAL

    def opens_talks(self, race: Race, roll: int) -> bool:
        """True if communications open at a roll of 1d100 (SC-DIP-002)."""
        return roll > race.chauvinism

    def envoy_price(self, el: int) -> int:
        """The price of an envoy for an empire of this EL (SC-DIP-003)."""
        return MC * self.envoy * el

    def envoy_total(
        self, roll: int, sender: Race, successes: int, *, gift: bool, armed: bool
    ) -> int:
        """The modified roll of an envoy (SC-DIP-003)."""
        total = roll + min(self.most_trust, self.trust * successes)
        total += self.gift_bonus if gift else 0
        total -= self.menace if armed else 0
        return total - (self.pride if sender.chauvinism == HIGH else 0)

    def envoy_step(self, roll: int, total: int, race: Race) -> int:
        """The change of a race's stance by an envoy in steps: -1, 0 or 1 (SC-DIP-003)."""
        if roll <= self.offence:
            return -1
        return 1 if total > race.chauvinism else 0

    def stance_after_intrusion(self, stance: str, race: Race, roll: int) -> str:
        """A race's stance after armed units came uninvited (SC-DIP-004)."""
        if stance == NEUTRAL:
            return HOSTILE
        return WAR if stance == HOSTILE and roll <= race.militancy else stance

    def makes_peace(self, race: Race, roll: int) -> bool:
        """True if a race that has suffered losses makes peace (SC-DIP-005)."""
        return roll > race.determination

    def union_price(self, el: int) -> int:
        """The price of AMALGAMATE for an empire of this EL (SC-DIP-006)."""
        return MC * self.union * el

    def joins(self, race: Race, roll: int) -> bool:
        """True if a race joins an empire (SC-DIP-006)."""
        return roll > race.chauvinism
