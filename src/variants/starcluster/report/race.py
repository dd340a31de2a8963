"""The report section about the reader's race."""

from __future__ import annotations

from collections.abc import Iterator

from horizons_core.report import Section
from variants.starcluster.report.words import Data, compact


def race(view: Data) -> Section:
    """The race's statistics, traits and modifiers."""
    cluster = f"You are player {view['number']}, and {view['home']} is your homeworld."
    end = f"The game ends after turn {view['end']}; your score is {view['score']:,}."
    return Section("race", "Your race", (), [*_words(view["race"]), cluster, end])


def _words(race: Data) -> Iterator[str]:
    traits = ", ".join(race["traits"]) or "no advantages"
    yield (
        f"{race['name']}: determination {race['determination']}, chauvinism {race['chauvinism']}, "
        f"militancy {race['militancy']}; {traits}; {race['spent']} of {race['points']} points "
        f"are spent; began with {race['short_range']} and {race['long_range']}."
    )
    changes = [
        f"{words} {race[part]:+d}"
        for part, words in (
            ("wealth", "Global Wealth Modifier"),
            ("wealth_of_systems", "Wealth Modifier of systems"),
            ("growth", "Global Growth Modifier"),
            ("habitability", "range of habitability"),
        )
        if race[part]
    ]
    changes += [
        f"{words} times {compact(race[part])}"
        for part, words in (
            ("research", "breakthroughs"),
            ("combat", "ratings in battle"),
            ("ship_price", "prices of units"),
            ("military_price", "prices of military units and defenses"),
        )
        if race[part] != 1
    ]
    if changes:
        yield f"Effects: {', '.join(changes)}."
