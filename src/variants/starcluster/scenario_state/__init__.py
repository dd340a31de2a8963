"""Scenario states: changes to a fresh game, in the words of the rulebook.

    state:
      turn: 5                            # turns played so far
      remove: [links, units, natives]    # all links, all units with their fleets, all races
      systems:
        "2": {owner: Ada, pu: 40, growth: 2, wealth: 5, science: 2, planets: [T, ST], silos: 1}
        "3": {kind: Anomaly, anomaly: pulsar, planets: []}
      links:
        - ["1", "2"]
        - {between: ["2", "3"], hidden: 4}
      empires:
        Ada: {treasury: 5000, el: 2, levels: {CON: 3}, developed: [S2], freighters: 30}
        Brin: {race: {array: [66, 33, 66], traits: [Poor]}, knows: ["1", "2"], claims: ["3"]}
        NPR1: {el: 2}
      relations:
        - {between: [Ada, Brin], stance: WAR}
        - {between: [Ada, NPR1], stance: TRADE, since: 1, talks: true}
      fleets:
        - {owner: Ada, at: "1", name: Home, units: [{hull: DD, design: "L1 Q Y", count: 3}]}
        - {owner: Brin, at: "2", path: ["1"], raids: true, doctrine: {stance: AVOID, band: LONG}}

Money has up to two decimals. Empires know all points of the systems named, and the links between
them, as if their ships had been there. Links are numbered after the existing ones. Relations hold
for both sides, but `envoy`, `successes`, `asked` and `gifts` belong to the first one. A fleet with
the name of its owner's existing fleet changes that fleet; others are added.
"""
