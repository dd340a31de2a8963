"""Battle kernels on arrays, the same for one recorded battle and many runs (SC-CBT, SC-WPA).

`protocol` defines the arrays and the order of dice, `fights` the steps of a battle, the other
modules their details. `ground` is the fight for a planet (SC-GND-002).
"""
