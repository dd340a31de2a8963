"""Making a galaxy: its size, stars and planets, home systems and the species in them.

Every function draws its dice in one fixed order, which is part of what it promises: the same dice
give the same galaxy (economy 2).
"""
