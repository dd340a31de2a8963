"""Whose set-up form is whose, and forms for those who gave none."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from horizons_core.errors import OptionError, did_you_mean
from horizons_core.model import folded
from variants.far_horizons.constants import LONGEST_NAME
from variants.far_horizons.setup.forms import RULEBOOK_FORMS, SetupForm

#: What the points buy for who does not choose.
USUAL_LEVELS = {"ML": 4, "GV": 4, "LS": 4, "BI": 3}


def forms_by_player(players: Sequence[str], forms: Sequence[SetupForm]) -> dict[str, SetupForm]:
    """A form for every player, in the order of players.

    A form belongs to the player whom it names; one that names nobody, to the next player without
    one. Who is left gets a form that was made for them. Raises OptionError for a form of somebody
    who does not play, two forms of one player, too many forms, or a species with the name of
    somebody else who plays.
    """
    given = _named(players, [form for form in forms if form.player])
    free = (player for player in players if player not in given)
    for form in forms:
        if form.player:
            continue
        player = next(free, None)
        if player is None:
            raise OptionError(
                f"there are {len(forms)} set-up forms for {len(players)} players",
                "leave out one, or name one more player",
            )
        given[player] = form
    for player, form in given.items():
        _check_not_another(player, form, players)
    taken = {form.name.casefold() for form in given.values()}
    return {player: given.get(player) or usual_form(player, players, taken) for player in players}


def _named(players: Sequence[str], forms: Sequence[SetupForm]) -> dict[str, SetupForm]:
    known = {folded(player): player for player in players}
    given: dict[str, SetupForm] = {}
    for form in forms:
        player = known.get(folded(form.player))
        if player is None:
            hint = did_you_mean(form.player, players)
            raise OptionError(f"set-up form of '{form.player}', who does not play", hint)
        if player in given:
            raise OptionError(f"there are two set-up forms of '{player}'", "leave out one")
        given[player] = form
    return given


def _check_not_another(player: str, form: SetupForm, players: Sequence[str]) -> None:
    """Nobody is known by the name of somebody else."""
    for other in players:
        if other != player and folded(other) == folded(form.name):
            raise OptionError(
                f"the species of '{player}' is called '{form.name}', which is a player's name",
                "ask for another name of the species",
            )


def usual_form(player: str, players: Sequence[str], taken: set[str]) -> SetupForm:
    """An even-handed form with names made from the player's; `taken` gets the species' name."""
    name = " ".join("".join(" " if sign in ",;" else sign for sign in player).split())
    name = name if name[:1].isalpha() else f"House {name}".strip()  # FH-CMD-003
    others = {folded(other) for other in players if other != player}
    shortest = RULEBOOK_FORMS.shortest_species_name
    for number in count(1):
        ending = "" if number == 1 else f" {number}"
        species = _ended(name, ending or ("" if len(name) >= shortest else " Empire"))
        if len(species) < shortest:  # FH-FORM-004
            species = _ended(name, f" Empire{ending}")
        if species.casefold() not in taken and folded(species) not in others:
            break
    taken.add(species.casefold())
    return SetupForm(
        name=species,
        home=_ended(name, " Prime"),
        government=_ended(name, " Council"),
        government_type="Republic",
        levels=dict(USUAL_LEVELS),
        player=player,
    )


def _ended(name: str, ending: str) -> str:
    """A name with an ending, cut to what names may have."""
    return name[: LONGEST_NAME - len(ending)].rstrip() + ending
