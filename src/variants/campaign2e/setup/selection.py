"""Selection of worlds: pairs are played in turn, then the leftover cards (C2E-1.3, C2E-1.4).

No rule limits how scattered a domain is (C2E-1.4-02).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import define, field, frozen

from horizons_core.rng import Stream
from variants.campaign2e.model import Place, World
from variants.campaign2e.model.places import distance, within
from variants.campaign2e.setup.cards import hex_of, is_red
from variants.campaign2e.setup.pairing import Pair

EXACT_PAIRS = 2  # C2E-1.3-05: pairs that must name the hex of a system
NEAR = 1  # C2E-1.3-06, C2E-1.3-09: hexes around the pair's, or around the world just missed
NEAR_FIRST = 2  # C2E-1.3-09: hexes around the player's own first world
LEAST_WORLDS = 5  # C2E-1.4-01


@frozen
class CardPlay:
    """A pair that a player means to play, and the systems preferred for it, best first."""

    pair: Pair
    wishes: tuple[Place, ...] = ()


@frozen
class WorldClaim:
    """A claimed world, with its player and pair (None for the worlds of 1.4-01)."""

    player: str
    world: World
    pair: Pair | None


@define
class Selection:
    """A selection of worlds in progress.

    Attributes:
        worlds: all systems; claims set their owners.
        order: the players' order, by a die (C2E-1.3-04).
        plays: each player's unplayed pairs.
        in_given_order: players who have set the order of their pairs.
        face_down: each player's cards that could not be paired or whose pair got nothing.
        claims: all claims so far, in order.
        first: each player's first claimed world.
        played: number of pairs played, by player.
    """

    worlds: Sequence[World]
    order: Sequence[str]
    plays: dict[str, list[CardPlay]]
    in_given_order: frozenset[str] = frozenset()
    face_down: dict[str, list[str]] = field(factory=dict)
    claims: list[WorldClaim] = field(factory=list)
    first: dict[str, World] = field(factory=dict)
    played: dict[str, int] = field(factory=dict)
    _used: list[str] = field(factory=list, init=False)
    _by_place: dict[Place, World] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._by_place = {world.at: world for world in self.worlds}

    def run(self, stream: Stream) -> list[WorldClaim]:
        """Run the whole selection and return the claims in order."""
        self.play_pairs()
        self.second_round(stream)
        self.fill_up()
        return self.claims

    # the first round

    def play_pairs(self) -> None:
        """Play one pair of each player in turn until all are played (C2E-1.3-04)."""
        while any(self.plays.values()):
            for player in self.order:
                if self.plays.get(player):
                    self._play_pair(player)

    def _play_pair(self, player: str) -> None:
        options = {play: self.options(player, play.pair) for play in self._playable(player)}
        if player in self.in_given_order:
            play = next(iter(options))
        else:  # C2E-1.3-10: claim in descending base income
            play = min(options, key=lambda play: _rank(options[play]))
        self.plays[player].remove(play)
        self.played[player] = self.played.get(player, 0) + 1
        if options[play]:
            self._used += play.pair
            self._claim(player, _chosen(play, options[play]), play.pair)
        else:  # C2E-1.3-06, C2E-1.3-07
            self.face_down.setdefault(player, []).extend(play.pair)

    def _playable(self, player: str) -> list[CardPlay]:
        """Return the pairs that may be played now: of the first two, those that hit, if any."""
        plays = self.plays[player]
        if self.played.get(player, 0) >= EXACT_PAIRS:
            return plays
        return [play for play in plays if self._free_worlds([hex_of(*play.pair)])] or plays

    def options(self, player: str, pair: Pair) -> list[World]:
        """Return the free systems that a player may claim with a pair next, by place.

        The first two pairs claim the system that they name; if no pair left does, the nearest free
        one (C2E-1.3-05). Later pairs claim a system in or next to the hex (C2E-1.3-06). A pair
        whose systems are taken may turn to others (C2E-1.3-09).
        """
        at = hex_of(*pair)
        missed = self._taken_worlds([at])
        if self.played.get(player, 0) < EXACT_PAIRS:
            exact = self._free_worlds([at])
            if exact or missed:
                return exact or self._alternatives(player, missed)
            return self._nearest(at)
        nearby = self._free_worlds(within(at, NEAR))
        if not missed and nearby:
            return nearby
        missed = missed or self._taken_worlds(within(at, NEAR))
        instead = self._alternatives(player, missed) if missed else []
        return sorted({world.id: world for world in [*nearby, *instead]}.values(), key=_place)

    def _alternatives(self, player: str, missed: Iterable[World]) -> list[World]:
        """Return the free systems that a player may claim instead of taken ones (C2E-1.3-09)."""
        reach = [at for lost in missed for at in within(lost.at, NEAR)]
        if player in self.first:
            reach += within(self.first[player].at, NEAR_FIRST)
        return self._free_worlds(sorted(set(reach)))

    def _nearest(self, at: Place) -> list[World]:
        free = [world for world in self.worlds if not world.owner]
        steps = min((distance(world.at, at) for world in free), default=0)
        return [world for world in free if distance(world.at, at) == steps]

    def _free_worlds(self, places: Iterable[Place]) -> list[World]:
        return [w for at in places if (w := self._by_place.get(at)) is not None and not w.owner]

    def _taken_worlds(self, places: Iterable[Place]) -> list[World]:
        return [w for at in places if (w := self._by_place.get(at)) is not None and w.owner]

    # the second round

    def second_round(self, stream: Stream) -> None:
        """Deal cards onto those face down; the new pairs go to the poorest players first.

        (C2E-1.3-08)
        """
        pairs = self._new_pairs(stream)
        order = sorted(self.order, key=lambda player: len(self._worlds_of(player)))
        for number, pair in enumerate(pairs):
            player = order[number % len(order)]
            self.played[player] = max(self.played.get(player, 0), EXACT_PAIRS)
            options = self.options(player, pair)
            if options:
                self._claim(player, _best(options), pair)

    def _new_pairs(self, stream: Stream) -> list[Pair]:
        """Deal one card to each player in turn while any are left; same colours make no pair."""
        deck = stream.shuffled(self._used)
        piles = [list(self.face_down.get(player, ())) for player in self.order]
        longest = max(map(len, piles), default=0)
        turned = [pile[number] for number in range(longest) for pile in piles if number < len(pile)]
        return combined(turned, deck)

    # the minimum of five worlds

    def fill_up(self) -> None:
        """Give players with fewer than five worlds those nearest to their first (C2E-1.4-01)."""
        while True:
            counts = {player: len(self._worlds_of(player)) for player in self.order}
            free = [world for world in self.worlds if not world.owner]
            player = min(self.order, key=lambda player_id: counts[player_id])
            if counts[player] >= LEAST_WORLDS or not free:
                return
            first = self.first.get(player)
            steps = {w.id: distance(w.at, first.at) if first else 0 for w in free}
            self._claim(player, min(free, key=lambda w: (steps[w.id], -w.points, w.at)), None)

    # claims

    def _worlds_of(self, player: str) -> list[World]:
        return [world for world in self.worlds if world.owner == player]

    def _claim(self, player: str, world: World, pair: Pair | None) -> None:
        world.owner = player
        self.first.setdefault(player, world)
        self.claims.append(WorldClaim(player, world, pair))


def combined(face_down: Sequence[str], dealt: Sequence[str]) -> list[Pair]:
    """Return the pairs of cards dealt onto others: two of a colour make none (C2E-1.3-08)."""
    return [
        (card, other) if is_red(card) else (other, card)
        for card, other in zip(face_down, dealt, strict=False)
        if is_red(card) != is_red(other)
    ]


def _place(world: World) -> Place:
    return world.at


def _best(options: Sequence[World]) -> World:
    """Return the system with the highest base income; ties go by column and row."""
    return min(options, key=lambda world: (-world.points, world.at))


def _chosen(play: CardPlay, options: Sequence[World]) -> World:
    """Return the first available system of the play's wishes, or the best one (C2E-1.3-11)."""
    by_place = {world.at: world for world in options}
    named = [by_place[at] for at in play.wishes if at in by_place]
    return named[0] if named else _best(options)


def _rank(options: Sequence[World]) -> tuple[bool, int, Place]:
    """Return a sort key for playing pairs: the richest claim first, pairs without one last."""
    if not options:
        return True, 0, (0, 0)
    best = _best(options)
    return False, -best.points, best.at
