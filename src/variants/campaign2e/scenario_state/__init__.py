"""Scenario states: differences from a fresh campaign, in the words of the rulebook.

    state:
      week: 5                       # weeks played so far: the set-up is over
      remove: [worlds, forces]      # worlds with their lanes, and forces: groups and ships
      worlds:                       # by hex; missing worlds are added
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

`income` is a world's undamaged yield; `standing` is the points left, by default all of them. A
player without worlds gets the first one named as capital. Groups and ships with an existing name
are modified, others are added. Money and supply have up to two decimals.
"""
