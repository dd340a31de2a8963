"""Scenario states: changes to a fresh game, in the players' words.

    state:
      remove: [planets]             # all but the homes and what is named below
      planets:                      # by name; a name that no planet has adds one, which needs `at`
        Earth: {at: [10, 20], owner: Ada, size: 500, population: 500, industry: 400, resources: 2,
                capital: 0, materials: 7, colonists: 0, product: Drone, progress: 3,
                routes: {COL: "12"}}
      races:
        Ada: {home: Terra, called: Zzyax, techs: {drive: 1.5}, types: {Drone: [1, 0, 0, 0, 0]},
              fleets: [Hunters], war: [Brin], allies: [], attack: ["12"], guard: [],
              allied_planets: [], options: {TWOCOL: true}, area: [0, 0, 50], missed: 0}
      groups:
        - {owner: Ada, number: 3, ships: 10, type: Drone, at: Terra, techs: {drive: 1}}
        - {owner: Ada, ships: 2, type: Freighter, at: Terra, to: Earth, left: 5, cargo: COL,
           load: 1.5, fleet: Hunters}

`home` names a race's home world. A planet whose owner changes makes capital unless `product` is
given, and without an owner (`owner: null`) it is uninhabited. A group with an existing number is
changed, otherwise a new one is added: by default one ship at its owner's home with its owner's
techs. With `to` it is in hyperspace, `left` light years away or at the start of its flight. In the
end all races' knowledge is updated.
"""
