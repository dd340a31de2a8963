"""House rule: the first with fifty thrusters in stock wins."""

import horizons_core as hz


class Race:
    def outcome(self, game, turn):
        rich = tuple(e.id for e in game.empires if e.stock["thruster"] >= 50)
        return hz.Outcome(winners=rich, reason="fifty thrusters", turn=turn) if rich else None


horizons_victory = hz.hookimpl(Race)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("race", "event_horizon", "Race", "1.0", "Fifty thrusters win.")
