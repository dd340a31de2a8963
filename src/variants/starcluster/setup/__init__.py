"""Game creation: systems by the dice, regions of links, clusters around a core, empires."""
