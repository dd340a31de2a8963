"""A league, which keeps the ratings of player versions from tournament to tournament.

The file is JSON. Its ratings are for one game: the same rules, options and players per game. A
player who returns in a new version starts with the rating of the old one, and with all the
uncertainty of a newcomer; the old version stays in the file unchanged.
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
from horizons_lab.checks import StudyError
from horizons_lab.programs import Outside
from horizons_lab.records import write_atomically
from horizons_lab.seats import Entrant
from horizons_lab.study_data import study_data, versions_of
from horizons_lab.tournaments.plan import TournamentPlan
from horizons_lab.tournaments.ratings import Rating, rate_players
from horizons_lab.tournaments.results import TournamentResult

_FORMAT = 1
#: Fields of a tournament's studies that do not change its earlier games.
_MAY_DIFFER = {"title", "measures", "games", "seats", "factors"}
_REMEDY = "name a file that `horizons lab tournament --league` wrote, or a new file"


@attrs.frozen
class LeagueMember:
    """A version of a player in a league.

    Attributes:
        player: the player's label.
        version: for a bot of the game, the game's version; for a program or Python code, a digest
            of its files.
        rating: its strength.
    """

    player: str
    version: str
    rating: Rating


@attrs.frozen
class League:
    """Ratings that are kept from tournament to tournament.

    Attributes:
        game: the variant, its options, mods, players per game and turn limit, as plain data.
        members: the versions of players in the order of their first tournaments.
        tournaments: the digests of the tournaments whose games are counted.
    """

    game: Mapping[str, Any]
    members: tuple[LeagueMember, ...] = ()
    tournaments: tuple[str, ...] = ()

    @classmethod
    def read(cls, path: Path | str, plan: TournamentPlan) -> Self:
        """Read the league for a tournament from a file, or create one if the file does not exist.

        Raises StudyError for a file that is not a league, or one of another game, or that already
        counts the tournament; OSError.
        """
        file, game = Path(path), league_conditions(plan)
        if not file.exists():
            return cls(game)
        league = cls.load(file)
        differing = [name for name in game if league.game.get(name) != game[name]]
        if differing:
            raise StudyError(
                f"{file} is the league of another game: it differs in {', '.join(differing)}",
                "ratings of different games cannot be compared: choose another file",
            )
        if tournament_digest(plan) in league.tournaments:
            raise StudyError(
                f"this tournament is already counted in {file}",
                "its games would count twice: change its key",
            )
        return league

    @classmethod
    def load(cls, path: Path | str) -> Self:
        """Read the league in a file; raises StudyError for other files, OSError."""
        file = Path(path)
        try:
            data = read_json(read_file(file))
        except DataError as problem:
            raise StudyError(f"{file}{problem.place}: {problem.reason}", _REMEDY) from problem
        if not isinstance(data, dict) or data.get("league") != _FORMAT:
            raise StudyError(f"{file} is not a league that this version can read", _REMEDY)
        try:
            read: Self = converter().structure(
                {name: value for name, value in data.items() if name != "league"}, cls
            )
        except Exception as problem:  # cattrs groups the errors of all fields
            raise StudyError(f"{file} is a damaged league", _REMEDY) from problem
        return read

    def write(self, path: Path | str) -> None:
        """Write the league to a file; raises OSError."""
        data = {"league": _FORMAT, **converter().unstructure(self)}
        write_atomically(
            Path(path), (json.dumps(data, indent=2, ensure_ascii=False) + "\n").encode()
        )

    def with_tournament(self, result: TournamentResult) -> Self:
        """Return the league after a tournament, with the ratings of the versions that played."""
        (variant,) = result.plan.first_study.variants
        versions = {
            entrant.label: player_version(entrant, variant) for entrant in result.plan.entrants
        }
        known = {name: self._starting_rating(name, version) for name, version in versions.items()}
        after = rate_players(result.records, known)
        members = {(member.player, member.version): member for member in self.members}
        for name, version in versions.items():
            members[name, version] = LeagueMember(name, version, after[name])
        return attrs.evolve(
            self,
            members=tuple(members.values()),
            tournaments=(*self.tournaments, tournament_digest(result.plan)),
        )

    @property
    def standings(self) -> tuple[LeagueMember, ...]:
        """The members, best first."""
        return tuple(sorted(self.members, key=lambda member: -member.rating.mean))

    def _starting_rating(self, player: str, version: str) -> Rating:
        """Return the rating with which a version of a player starts a tournament."""
        rating = Rating()
        for member in self.members:
            if member.player == player and member.version == version:
                return member.rating
            if member.player == player:
                rating = Rating(member.rating.mean)
        return rating


def league_conditions(plan: TournamentPlan) -> dict[str, Any]:
    """Return the conditions of ratings, except for the players, as plain data."""
    (variant,) = plan.first_study.variants
    conditions = {
        "variant": variant.name,
        "options": dict(plan.options),
        "mods": [mod.name for mod in variant.mods],
        "per_game": plan.per_game,
        "max_turns": plan.max_turns,
    }
    plain: dict[str, Any] = json.loads(hz.canonical(conditions))
    return plain


def tournament_digest(plan: TournamentPlan) -> str:
    """Return a digest that identifies a tournament.

    Its length does not count: more games continue the same tournament.
    """
    study = plan.first_study
    identity = {
        "study": {
            name: value for name, value in study_data(study).items() if name not in _MAY_DIFFER
        },
        "versions": versions_of(study),
        "players": [entrant.data() for entrant in plan.entrants],
        "system": plan.system,
    }
    return digest_of(identity)


def player_version(entrant: Entrant, variant: hz.Variant) -> str:
    """Return the version of a player: that of the game, or a digest of its code."""
    if isinstance(entrant.source, str):
        return variant.info.version
    if isinstance(entrant.source, Outside):
        files = [entrant.source.started_in / word for word in entrant.source.command]
        return _digest(b"".join(file.read_bytes() for file in files if file.is_file()))
    source = entrant.source
    try:
        code = inspect.getsource(source if hasattr(source, "__code__") else type(source))
    except (OSError, TypeError):  # typed interactively, without a file
        return ""
    return _digest(code.encode())


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=6).hexdigest()
