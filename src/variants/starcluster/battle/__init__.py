"""Battles, from the game or a file: fought by kernels, recorded, and applied to the game.

`fleets` has the sides of a battle, `spec` reads them from files, `arrays` prepares `kernels`,
`fights` runs these, `record` makes the record, `outcome` applies it. `ground`: battles on planets.
"""
