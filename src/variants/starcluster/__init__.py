"""Starcluster: empires among warp points, from a homeworld to the core of a hundred systems."""
