"""Events of a battle, which are the lines of the combat log.

Texts follow the engine of 1999 where its logs are known.
"""

from __future__ import annotations

from horizons_core.model import EventKind

# before the fight

PLACE = EventKind(
    "battle",
    "Battle orders were received for sector {x}, {y}, {z}. The following species are present:",
    ("FH-BATTLE-001",),
)
READY = EventKind(
    "battle-side-ready",
    "{side} is mobilized and ready for combat.",
    ("FH-SURPRISE-004", "FH-BATTLE-004"),
)
NOT_READY = EventKind(
    "battle-side-not-ready",
    "{side} does not appear to be ready for combat.",
    ("FH-SURPRISE-004",),
)
ON_ALERT = EventKind(
    "battle-side-on-alert",
    "{side} is on heightened alert in sector {x}, {y}, {z}.",
    ("FH-SURPRISE-004",),
)
ALONE = EventKind("battle-alone", "But there was no one to fight with!")
NO_FIGHT = EventKind(
    "battle-no-fight",
    "But no one was willing to throw the first punch!",
    ("FH-ATTACK-004",),
)
SURPRISED = EventKind(
    "battle-surprise", "{side} is taken by surprise!", ("FH-SURPRISE-001", "FH-SURPRISE-002")
)
AMBUSHED = EventKind(
    "ambushed", "{victim} was ambushed by {side}!", ("FH-AMBUSH-003", "FH-AMBUSH-005")
)
AMBUSH_FAILED = EventKind(
    "ambush-failed",
    "{side} attempted an ambush, but the ambush was completely ineffective!",
    ("FH-AMBUSH-006", "FH-AMBUSH-008"),
)
AMBUSH_LOSS = EventKind(
    "ambush-loss", "{ship}{cargo} was destroyed in the ambush!", ("FH-AMBUSH-005",)
)
END = EventKind("battle-end", "End of battle in sector {x}, {y}, {z}.")

# an action

DEEP_SPACE = EventKind(
    "battle-in-deep-space",
    "The battle {goes} deep space, outside the range of planetary defenses...",
    ("FH-ENGAGE-007", "FH-ENGAGE-019"),
)
PLANET_ATTACK = EventKind(
    "battle-at-planet",
    "The battle {goes} within range of planet #{planet}...",
    ("FH-ENGAGE-008",),
)
BOMBARDMENT = EventKind(
    "bombardment", "Bombardment of planet #{planet} begins...", ("FH-ENGAGE-009",)
)
GERM_WARFARE = EventKind(
    "germ-warfare", "Germ warfare attack on planet #{planet} begins...", ("FH-ENGAGE-010",)
)
SIEGE = EventKind(
    "siege-begun", "Siege of planet #{planet} is now in effect...", ("FH-ENGAGE-011",)
)
NO_SIEGE = EventKind(
    "siege-impossible", "There is no siege of planet #{planet}.", ("FH-SIEGE-001",)
)
UNARMED_BESIEGER = EventKind(
    "siege-without-shots",
    "{side} cannot fire a single shot, and so besieges nobody.",
    ("FH-SIEGE-001",),
)
NOTHING_TO_TAX = EventKind(
    "siege-of-nothing",
    "{planet} has no economic base, so nothing can be taken from it.",
    ("FH-SIEGE-002",),
)
SIEGE_REMINDER = EventKind(
    "siege-reminder",
    "Only those ships that actually remain in the system will take part in the siege.",
    ("FH-SIEGE-024",),
)
UNITS = EventKind("battle-units", "Units present:")
UNITS_OF_SIDE = EventKind("battle-units-of-side", "{side}: {units}")
NOTHING_TO_ATTACK = EventKind(
    "battle-nothing-to-attack", "...But it seems that the attackers had nothing to attack!"
)

# rounds

ROUND = EventKind("battle-round", "Now doing round {round}:")
SHOT = EventKind(
    "shot",
    "{shooter} fires on {target} and {outcome}!",
    ("FH-TARGET-001", "FH-SUMMARY-001"),
)
CUT_SHORT = EventKind("battle-log-cut-short", "(The rest of this battle is summarized.)")
DESTROYED = EventKind("ship-destroyed-in-battle", "{ship} was destroyed.")
KILLER = EventKind("killing-blow", "The killing blow was delivered by {shooter}.")
HIJACKED = EventKind(
    "ship-hijacked",
    "{ship} was successfully hijacked and will generate {amount} economic units for the hijackers.",
    ("FH-HIJACK-003", "FH-HIJACK-004"),
)
DEFENSES_LOST = EventKind(
    "defenses-lost",
    "{count} {units} on {planet} {were} destroyed by {shooter}.",
    ("FH-SUMMARY-005",),
)
DEFENSES_GONE = EventKind(
    "defenses-gone", "All planetary defenses have been destroyed on {planet}!"
)
REVEALED = EventKind(
    "distortion-lost",
    "The field distortion of {disguise} collapses: it is {ship}, owned by SP {owner}!",
    ("FH-FD-008",),
)
FORCED_IN_VAIN = EventKind(
    "forced-jump-failed",
    "{shooter} attempts to use {units} against {target}, and fails!",
    ("FH-FM-005",),
)
FORCED = EventKind(
    "forced-jump",
    "{shooter} attempts to use {units} against {target}, and succeeds!",
    ("FH-FM-005",),
)
WITHDREW = EventKind("ship-withdrew", "{ship} jumps away from the battle.", ("FH-WITHDRAW-005",))

# against planets

BOMBARDS = EventKind("planet-bombarded", "{side} bombards {victim} on {planet}.", ("FH-BOMB-002",))
BASE_LOST = EventKind(
    "base-bombed",
    "{base} base of {planet} went from {before} to {after}.",
    ("FH-BOMB-002",),
)
SHIPYARDS_LOST = EventKind("shipyards-bombed", "{count} shipyard{s} on {planet} {were} destroyed.")
STOCK_LOST = EventKind("stock-bombed", "{count} {units} on {planet} {were} destroyed.")
INSIGNIFICANT = EventKind("bombardment-insignificant", "Damage was insignificant.")
LITTLE_DAMAGE = EventKind("bombardment-light", "There was only little damage.", ("FH-BOMB-004",))
WIPED_OUT = EventKind("planet-wiped-out", "{planet} was completely wiped out!")
GERM_SUCCESS = EventKind(
    "germ-warfare-success",
    "{side} wiped out {victim} on {planet} with {bombs} germ warfare {units}!",
    ("FH-GERM-002", "FH-GERM-006"),
)
GERM_FAILURE = EventKind(
    "germ-warfare-failure",
    "{side} tried to wipe out {victim} on {planet} with {bombs} germ warfare {units}, but failed!",
    ("FH-GERM-005",),
)
GERM_WITHOUT_BOMBS = EventKind(
    "germ-warfare-without-bombs",
    "{side} has no germ warfare bombs to use against {victim} on {planet}!",
    ("FH-GW-002",),
)

# afterwards

BETRAYAL = EventKind(
    "enmity-by-betrayal",
    "Enmity has been automatically declared towards SP {traitor} because they"
    " surprise-attacked SP {victim}!",
    ("FH-SURPRISE-005", "FH-SURPRISE-006"),
)

#: Events that only full logs show (FH-SUMMARY-002).
ONLY_FULL = frozenset({ROUND, SHOT, FORCED_IN_VAIN})
#: Events that the rulebook, but not the engine of 1999, leaves out of short logs (FH-SUMMARY-002).
PARTIAL = frozenset({DEFENSES_LOST})
#: Events that only short logs show (FH-SUMMARY-002).
ONLY_SHORT = frozenset({KILLER})
