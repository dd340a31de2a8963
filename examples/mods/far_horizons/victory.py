"""House rule: who first has 2,000 economic units in the treasury has won."""

import horizons_core as hz


class Bankers:
    def outcome(self, game, turn):
        rich = tuple(one.id for one in game.empires if one.treasury >= 2000)
        return hz.Outcome(winners=rich, reason="2,000 units", turn=turn) if rich else None


horizons_victory = hz.hookimpl(Bankers)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("bankers", "far_horizons", "Bankers", "1.0", "2,000 units win.")
