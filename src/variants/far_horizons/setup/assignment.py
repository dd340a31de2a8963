"""Match set-up forms to players, and make forms for the players without one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from horizons_core.errors import OptionError, did_you_mean
from horizons_core.model import folded
from variants.far_horizons.constants import LONGEST_NAME
from variants.far_horizons.setup.forms import RULEBOOK_FORMS, SetupForm

#: The levels of a player who does not choose any.
USUAL_LEVELS = {"ML": 4, "GV": 4, "LS": 4, "BI": 3}


def forms_by_player(players: Sequence[str], forms: Sequence[SetupForm]) -> dict[str, SetupForm]:
    """Return a form for every player, in the order of players.

    A form belongs to the player it names; a form without a name belongs to the next player without
    one. The remaining players get a form that is made for them. Raises OptionError for a form of
    somebody who does not play, two forms of one player, too many forms, or a species called like
    another player.
    """
    forms_of = _match_named_forms(players, [form for form in forms if form.player])
    unmatched = (player for player in players if player not in forms_of)
    for form in forms:
        if form.player:
            continue
        player = next(unmatched, None)
        if player is None:
            raise OptionError(
                f"there are {len(forms)} set-up forms for {len(players)} players",
                "leave out one, or name one more player",
            )
        forms_of[player] = form
    for player, form in forms_of.items():
        _check_not_another(player, form, players)
    used = {form.name.casefold() for form in forms_of.values()}
    return {player: forms_of.get(player) or usual_form(player, players, used) for player in players}


def _match_named_forms(players: Sequence[str], forms: Sequence[SetupForm]) -> dict[str, SetupForm]:
    by_spelling = {folded(player): player for player in players}
    by_player: dict[str, SetupForm] = {}
    for form in forms:
        player = by_spelling.get(folded(form.player))
        if player is None:
            hint = did_you_mean(form.player, players)
            raise OptionError(f"set-up form of '{form.player}', who does not play", hint)
        if player in by_player:
            raise OptionError(f"there are two set-up forms of '{player}'", "leave out one")
        by_player[player] = form
    return by_player


def _check_not_another(player: str, form: SetupForm, players: Sequence[str]) -> None:
    """Refuse a species that is called like another player."""
    for other in players:
        if other != player and folded(other) == folded(form.name):
            raise OptionError(
                f"the species of '{player}' is called '{form.name}', which is a player's name",
                "choose another species name",
            )


def usual_form(player: str, players: Sequence[str], used_names: set[str]) -> SetupForm:
    """Make a form with balanced levels and names from the player's; add to `used_names`."""
    name = " ".join("".join(" " if sign in ",;" else sign for sign in player).split())
    name = name if name[:1].isalpha() else f"House {name}".strip()  # FH-CMD-003
    other_players = {folded(other) for other in players if other != player}
    shortest = RULEBOOK_FORMS.shortest_species_name
    for number in count(1):
        ending = "" if number == 1 else f" {number}"
        species = _with_ending(name, ending or ("" if len(name) >= shortest else " Empire"))
        if len(species) < shortest:  # FH-FORM-004
            species = _with_ending(name, f" Empire{ending}")
        if species.casefold() not in used_names and folded(species) not in other_players:
            break
    used_names.add(species.casefold())
    return SetupForm(
        name=species,
        home=_with_ending(name, " Prime"),
        government=_with_ending(name, " Council"),
        government_type="Republic",
        levels=dict(USUAL_LEVELS),
        player=player,
    )


def _with_ending(name: str, ending: str) -> str:
    """Append an ending to a name, which is cut so that the result is not too long."""
    return name[: LONGEST_NAME - len(ending)].rstrip() + ending
