"""House rule: the first with 2,000 economic units in the treasury wins."""

import horizons_core as hz


class Bankers:
    def outcome(self, game, turn):
        rich = tuple(empire.id for empire in game.empires if empire.treasury >= 2000)
        return hz.Outcome(winners=rich, reason="2,000 units", turn=turn) if rich else None


horizons_victory = hz.hookimpl(Bankers)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("bankers", "far_horizons", "Bankers", "1.0", "2,000 units win.")
