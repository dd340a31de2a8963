"""House rule: the first player with twelve worlds wins."""

import horizons_core as hz


class Hegemony:
    def outcome(self, game, turn):
        large = tuple(p.id for p in game.empires if len(game.worlds_of(p.id)) >= 12)
        return hz.Outcome(winners=large, reason="twelve worlds", turn=turn) if large else None


horizons_victory = hz.hookimpl(Hegemony)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("hegemony", "campaign2e", "Hegemony", "1.0", "Twelve worlds win.")
