"""Battles: setup from the game or a file, simulation on arrays, records, and results for ships.

`spec` parses files, `fleets` combines ships and orders into sides, `arrays` lays them out for the
kernels, `fights` runs the kernels, `record` describes the fight, and `outcome` applies the result
to ships. `by_hand` parses results of battles fought elsewhere, `odds` estimates outcomes, and
`abstract_hits` deals damage by rules that need no battle.
"""
