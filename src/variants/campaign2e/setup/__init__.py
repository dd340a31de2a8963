"""How a campaign begins: options, the map, the worlds that players take, and their forces.

`worlds` rolls what a hex holds, `lanes` joins worlds, `options` says what a gamemaster may choose.
"""
