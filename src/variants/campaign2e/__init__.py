"""Campaign, second edition: a Full Thrust campaign of worlds, trade, supply and fleets."""
