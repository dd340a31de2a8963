"""Set-up of a campaign: options, the map, the selection of worlds, and starting forces.

`worlds` rolls hexes and lanes, `options` defines the gamemaster's options.
"""
