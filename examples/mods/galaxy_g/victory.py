"""House rule: the first with 1,500 people on its planets wins."""

import horizons_core as hz
from horizons_core.sums import ordered_sum


class Population:
    def outcome(self, game, turn):
        people = {
            r.id: ordered_sum(p.population for p in game.planets_of(r.id)) for r in game.empires
        }
        most = tuple(name for name, number in people.items() if number >= 1500)
        return hz.Outcome(winners=most, reason="1,500 people", turn=turn) if most else None


horizons_victory = hz.hookimpl(Population)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("people", "galaxy_g", "People", "1.0", "1,500 people win.")
