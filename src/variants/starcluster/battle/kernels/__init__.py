"""The battle on arrays: one entrance for the recorded battle and for the million (SC-CBT, SC-WPA).

`protocol` says what the arrays are and in which order dice are drawn, `fights` has the steps of a
battle, the other modules what they do. `ground` is the fight for a planet (SC-GND-002).
"""
