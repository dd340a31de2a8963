"""Battles: from the game or from a file, fought by kernels, told, and taken back into the game.

`fleets` is what meets, `spec` reads it from files, `arrays` lays it out for `kernels`; `fights`
lets these fight, `record` tells it, `outcome` is what is left. `ground` are battles on planets.
"""
