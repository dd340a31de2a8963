"""House rule: LEVY own-world raises ten credits at once, for a point of the world's income."""

import horizons_core as hz
from horizons_core.orders import Argument, Refusal
from horizons_core.plugins import changes
from variants.campaign2e.references import own_world


def levy(context, player, order):
    order["world"].points -= 1
    context.post(player, "credits", 1000, f"Levy of {order['world'].id}")


POOR = Refusal("no-income", "the world has no income left", "", "world")
LEVY = hz.Command(
    "LEVY", phase="administration", help="Ten credits for a point of income.", run=levy,
    checks={"has_income": lambda *order: None if order[-1]["world"].points else POOR},
    example="LEVY 7,5", mistake="LEVY 1,1", arguments={"world": Argument(find=own_world)},
)  # fmt: skip
horizons_commands = changes(lambda commands: [*commands, LEVY])


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("levies", "campaign2e", "Levies", "1.0", "LEVY a world.")
