"""Reading the orders of Far Horizons, with all the tolerance that players are used to.

A text is cut into lines (`lines`) and sections (`sections`), and the first word of each line names
its command (`commands`, `language`; `advice` knows what was meant). What the other words mean
depends on the state of the game when the order is carried out: then a phase reads them one by one
with a cursor (`words`) and looks names up (`names`, `places`). `tolerance` says how much is
forgiven.
"""
