"""House rule: the first player with five colonies in the core wins."""

import horizons_core as hz


class Core:
    def outcome(self, game, turn):
        core = [s.owner for s in game.systems if s.id.startswith("C")]
        first = tuple(e.id for e in game.empires if core.count(e.id) >= 5)
        return hz.Outcome(winners=first, reason="five core systems", turn=turn) if first else None


horizons_victory = hz.hookimpl(Core)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("core", "starcluster", "The core", "1.0", "Five core systems win.")
