"""A league: ratings that are kept from tournament to tournament, for each version of a player.

The file is JSON. Its ratings are of one game: the same rules, options and number of players a game.
A player who comes back in a new version begins with the rating of the one before, and with all the
uncertainty of a newcomer; the old version stays in the file as it was.
"""

from __future__ import annotations

import hashlib
import inspect
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import attrs

import horizons_core as hz
from horizons_core.codec import converter, digest_of
from horizons_core.data_text import DataError, read_file, read_json
from horizons_lab.errors import StudyError
from horizons_lab.files import write_atomically
from horizons_lab.outside import Outside
from horizons_lab.seats import Entrant
from horizons_lab.study_data import study_data, versions_of
from horizons_lab.tournaments.plan import TournamentPlan
from horizons_lab.tournaments.ratings import Rating, rated
from horizons_lab.tournaments.results import TournamentResult

_FORMAT = 1
#: Fields of a tournament's studies that change nothing in its games, or not those before.
_MAY_DIFFER = {"title", "measures", "games", "seats", "factors"}
_REMEDY = "give a file that `horizons lab tournament --league` wrote, or a new name"


@attrs.frozen
class Member:
    """A version of a player in a league.

    Attributes:
        player: the player's label.
        version: the version: of a bot of the game, that of the game; of a program or of Python,
            a digest of its files.
        rating: how strong it is.
    """

    player: str
    version: str
    rating: Rating


@attrs.frozen
class League:
    """Ratings that are kept from tournament to tournament.

    Attributes:
        game: what is played: the variant, its options, mods, players a game and the limit of
            turns, as plain data.
        members: the versions of players in the order in which they came.
        tournaments: the digests of the tournaments whose games are counted.
    """

    game: Mapping[str, Any]
    members: tuple[Member, ...] = ()
    tournaments: tuple[str, ...] = ()

    @classmethod
    def read(cls, path: Path | str, plan: TournamentPlan) -> Self:
        """The league in a file in which a tournament may be counted; a new one if it is not there.

        Raises StudyError for a file that is no league, or one of another game, or in which the
        tournament is counted already; OSError.
        """
        file, game = Path(path), game_of(plan)
        if not file.exists():
            return cls(game)
        league = cls.load(file)
        differing = [name for name in game if league.game.get(name) != game[name]]
        if differing:
            raise StudyError(
                f"{file} is the league of another game: it differs in {', '.join(differing)}",
                "ratings of different games cannot be compared: choose another file",
            )
        if identity_of(plan) in league.tournaments:
            raise StudyError(
                f"this tournament is counted in {file} already",
                "its games would count twice: give it another key",
            )
        return league

    @classmethod
    def load(cls, path: Path | str) -> Self:
        """The league in a file; raises StudyError for a file that is none, OSError."""
        file = Path(path)
        try:
            data = read_json(read_file(file))
        except DataError as problem:
            raise StudyError(f"{file}{problem.place}: {problem.reason}", _REMEDY) from problem
        if not isinstance(data, dict) or data.get("league") != _FORMAT:
            raise StudyError(f"{file} is no league that this version can read", _REMEDY)
        try:
            read: Self = converter().structure(
                {name: value for name, value in data.items() if name != "league"}, cls
            )
        except Exception as problem:  # cattrs raises groups of whatever a field raises
            raise StudyError(f"{file} is a damaged league", _REMEDY) from problem
        return read

    def write(self, path: Path | str) -> None:
        """Write it into a file; raises OSError."""
        told = {"league": _FORMAT, **converter().unstructure(self)}
        write_atomically(
            Path(path), (json.dumps(told, indent=2, ensure_ascii=False) + "\n").encode()
        )

    def with_tournament(self, result: TournamentResult) -> Self:
        """It after a tournament: the games move the ratings of the versions that played."""
        (variant,) = result.plan.first_study.variants
        versions = {one.label: version_of(one, variant) for one in result.plan.entrants}
        known = {name: self._known(name, version) for name, version in versions.items()}
        after = rated(result.records, known)
        members = {(one.player, one.version): one for one in self.members}
        for name, version in versions.items():
            members[name, version] = Member(name, version, after[name])
        return attrs.evolve(
            self,
            members=tuple(members.values()),
            tournaments=(*self.tournaments, identity_of(result.plan)),
        )

    @property
    def standings(self) -> tuple[Member, ...]:
        """The members, the best first."""
        return tuple(sorted(self.members, key=lambda one: -one.rating.mean))

    def _known(self, player: str, version: str) -> Rating:
        """The rating with which a version of a player begins a tournament."""
        found = Rating()
        for member in self.members:
            if member.player == player and member.version == version:
                return member.rating
            if member.player == player:
                found = Rating(member.rating.mean)
        return found


def game_of(plan: TournamentPlan) -> dict[str, Any]:
    """What ratings depend on but the players, as plain data."""
    (variant,) = plan.first_study.variants
    told = {
        "variant": variant.name,
        "options": dict(plan.options),
        "mods": [mod.name for mod in variant.mods],
        "per_game": plan.per_game,
        "max_turns": plan.max_turns,
    }
    plain: dict[str, Any] = json.loads(hz.canonical(told))
    return plain


def identity_of(plan: TournamentPlan) -> str:
    """A digest of what tells a tournament from others.

    Its length does not: one that goes on with more games has those before in it, too.
    """
    study = plan.first_study
    told = {
        "study": {n: v for n, v in study_data(study).items() if n not in _MAY_DIFFER},
        "versions": versions_of(study),
        "players": [one.data() for one in plan.entrants],
        "system": plan.system,
    }
    return digest_of(told)


def version_of(entrant: Entrant, variant: hz.Variant) -> str:
    """The version of a player: of the game, or a digest of what it is made of."""
    if isinstance(entrant.source, str):
        return variant.info.version
    if isinstance(entrant.source, Outside):
        files = [entrant.source.started_in / word for word in entrant.source.command]
        return _digest(b"".join(one.read_bytes() for one in files if one.is_file()))
    source = entrant.source
    try:
        code = inspect.getsource(source if hasattr(source, "__code__") else type(source))
    except (OSError, TypeError):  # typed in by hand: there is no file
        return ""
    return _digest(code.encode())


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=6).hexdigest()
