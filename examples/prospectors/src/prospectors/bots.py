"""Two bots: they read a view and write orders, like human players."""

from attrs import frozen

from horizons_core import Stream, View


@frozen(kw_only=True)
class Prospector:
    """Buys robots and claims a rock in reach; a bold one jumps claims, with all its robots."""

    bold: bool

    def orders(self, view: View, stream: Stream) -> str:
        """Return the orders of a turn."""
        bought = view["ore"] // (3 if self.bold else 6)
        robots, rocks = view["robots"] + bought, len(view["rocks"])
        reach = [
            rock["rock"]
            for rock in view["rocks"]
            if (rock["rock"] - view["at"]) % rocks in {0, 1, 2, rocks - 1, rocks - 2}
            and rock["owner"] != view.empire
            and (self.bold or not rock["owner"])
        ]
        lines = [f"BUY {bought}"] if bought else []
        lines.append(f"FLY {stream.choice(reach) if reach else view['at'] % rocks + 1}")
        if robots and reach:
            lines.append(f"CLAIM {robots if self.bold else 1}")
        return "\n".join(lines)


BOTS = {"greedy": Prospector(bold=True), "timid": Prospector(bold=False)}
