"""Scenario states: what differs from a fresh campaign, in the words of the rulebook.

    state:
      week: 5                       # weeks played so far: the set-up is over
      remove: [worlds, forces]      # worlds with their lanes, and forces: groups and ships
      worlds:                       # by hex; where none is, one is added
        "7,7": {owner: Ada, income: 6, standing: 4, resource: Fuel, called: Sol, trade: "8,7"}
        "8,7": {owner: Brin, income: 8, keels: [{name: Resolute, design: Argent, work: 100}]}
        "7,9": {income: 5, allegiance: friendly, power: Ada, visited_by: [Ada]}
      lanes: [["7,7", "8,7"]]
      players:
        Ada: {treasury: 100, capital: "7,7", stances: {Brin: ALLY}, allow: {Brin: [BASE]}}
      groups:
        - {owner: Ada, at: "7,7", ships: {Argent: 2, FF: 3}}
        - {owner: Ada, at: "7,9", name: far, ships: [{design: Argent, hull_lost: 9, out: [fc_1]}]}
        - {owner: Brin, at: "8,7", defences: true, ships: {Rampart: 1}}
        - {owner: umpire, at: "7,9", ships: {Bramble: 1}}

Income is what a world yields undamaged; `standing` are the points that stand, all unless said. A
player without worlds so far has the first one named as capital. A group of a name that its owner
has is changed, another one added; so are ships. Money and supply have up to two decimals.
"""
