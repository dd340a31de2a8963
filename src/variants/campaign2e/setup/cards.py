"""Playing cards, which decide the worlds of each player.

Red cards name rows, black cards columns (C2E-1.3-01, C2E-1.3-02). Players pair their cards; by
default the pairs hit as many systems as possible, the richest first. The pairs are played in turn,
then the leftover cards (C2E-1.3, C2E-1.4). No rule limits how scattered a domain is (C2E-1.4-02).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from attrs import define, field, frozen

from horizons_core.amounts import rounded_up
from horizons_core.rng import Stream
from horizons_core.sums import int_sum
from variants.campaign2e.model import Place, World
from variants.campaign2e.model.places import distance, within

HAND = 12  # C2E-1.3-01: cards dealt to a player
PLAYERS_PER_PACK = 4  # C2E-1.3-01

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
RED, BLACK = "HD", "SC"

_CARD = re.compile(r"([0-9]{1,2}|[AJQK])([HDSC])")
#: A red card and a black one.
Pair = tuple[str, str]

#: Unused black cards of each column, in the order of columns.
_Remaining = tuple[int, ...]
#: Number of hits and their income, and the hexes hit.
_Plan = tuple[tuple[int, int], tuple[Place, ...]]

EXACT_PAIRS = 2  # C2E-1.3-05: pairs that must name the hex of a system
NEAR = 1  # C2E-1.3-06, C2E-1.3-09: distance from the pair's hex, or from the world just missed
NEAR_FIRST = 2  # C2E-1.3-09: distance from the player's own first world
MIN_WORLDS = 5  # C2E-1.4-01


def card_of(words: str) -> str:
    """Parse a card such as 7H, 10s or kc; raises ValueError (C2E-1.3-03)."""
    match = _CARD.fullmatch(words.strip().upper())
    if match is None or match[1] not in RANKS:
        raise ValueError(f"'{words}' is not a card: write rank and suit, as in 7H, 10S or KC")
    return match[1] + match[2]


def is_red(card: str) -> bool:
    """Return whether a card is a heart or a diamond, which names a row (C2E-1.3-02)."""
    return card[-1] in RED


def number_of(card: str) -> int:
    """Return the row or column named by a card: ace 1 to king 13 (C2E-1.3-02)."""
    return RANKS.index(card[:-1]) + 1


def hex_of(red: str, black: str) -> Place:
    """Return the hex of a pair: the black card's column, the red card's row (C2E-1.3-02)."""
    return number_of(black), number_of(red)


def deal(players: Sequence[str], stream: Stream) -> dict[str, list[str]]:
    """Deal twelve cards to each player, from one pack of 52 per four players or part of four.

    (C2E-1.3-01)
    """
    packs = rounded_up(len(players), PLAYERS_PER_PACK)
    cards = [rank + suit for _ in range(packs) for suit in RED + BLACK for rank in RANKS]
    stream.shuffle(cards)
    return {
        player: in_order(cards[HAND * seat : HAND * (seat + 1)])
        for seat, player in enumerate(players)
    }


def in_order(cards: Sequence[str]) -> list[str]:
    """Sort cards by suit, then rank."""
    return sorted(cards, key=lambda card: ((RED + BLACK).index(card[-1]), number_of(card)))


def default_pairs(hand: Sequence[str], incomes: Mapping[Place, int]) -> list[Pair]:
    """Return the pairs of a player without orders (C2E-1.3-10).

    As many pairs as the hand allows. As many of them as possible name the hex of a system, each
    a different one, with the highest total base income. Exact hits come first, in descending base
    income; `incomes` maps places to base incomes.
    """
    reds = [card for card in hand if is_red(card)]
    blacks = [card for card in hand if not is_red(card)]
    hits = sorted(_best_hits(reds, blacks, incomes), key=lambda at: (-incomes[at], at))
    pairs = [(_take_card(reds, row), _take_card(blacks, column)) for column, row in hits]
    return [*pairs, *zip(reds, blacks, strict=False)]


def _best_hits(
    reds: Sequence[str], blacks: Sequence[str], incomes: Mapping[Place, int]
) -> tuple[Place, ...]:
    """Return the hexes to hit, by choosing columns for the red cards of each row in turn.

    Cards of one rank are interchangeable, so the state is the number of cards left of each.
    """
    rows = Counter(number_of(card) for card in reds)
    columns = Counter(number_of(card) for card in blacks)
    order = sorted(columns)
    plans: dict[_Remaining, _Plan] = {tuple(columns[column] for column in order): ((0, 0), ())}
    for row, count in sorted(rows.items()):
        extended: dict[_Remaining, _Plan] = {}
        for remaining, (score, hits) in plans.items():
            for chosen in _columns_for(row, count, order, remaining, incomes):
                gained = tuple((order[number], row) for number in chosen)
                rest = tuple(n - (number in chosen) for number, n in enumerate(remaining))
                total = (
                    score[0] + len(gained),
                    score[1] + int_sum(incomes[at] for at in gained),
                )
                if rest not in extended or total > extended[rest][0]:
                    extended[rest] = (total, hits + gained)
        plans = extended
    return max(plans.values(), key=lambda plan: plan[0])[1]


def _columns_for(
    row: int, count: int, order: Sequence[int], remaining: _Remaining, incomes: Mapping[Place, int]
) -> Iterator[tuple[int, ...]]:
    """Yield every choice of columns for the red cards of a row, as indices into `order`."""
    hits = [n for n, column in enumerate(order) if remaining[n] and (column, row) in incomes]
    for size in range(min(count, len(hits)) + 1):
        yield from combinations(hits, size)


def _take_card(cards: list[str], number: int) -> str:
    """Remove the first card with a number from the hand and return it."""
    return cards.pop(next(i for i, card in enumerate(cards) if number_of(card) == number))


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
        return sorted({world.id: world for world in [*nearby, *instead]}.values(), key=_hex_of_pair)

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
            if counts[player] >= MIN_WORLDS or not free:
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


def _hex_of_pair(world: World) -> Place:
    return world.at


def _best(options: Sequence[World]) -> World:
    """Return the system with the highest base income; ties go by column and row."""
    return min(options, key=lambda world: (-world.points, world.at))


def _chosen(play: CardPlay, options: Sequence[World]) -> World:
    """Return the first available system that the player named, or the best one (C2E-1.3-11)."""
    by_place = {world.at: world for world in options}
    named = [by_place[at] for at in play.wishes if at in by_place]
    return named[0] if named else _best(options)


def _rank(options: Sequence[World]) -> tuple[bool, int, Place]:
    """Return a sort key for playing pairs: the richest claim first, pairs without a claim last."""
    if not options:
        return True, 0, (0, 0)
    best = _best(options)
    return False, -best.points, best.at
