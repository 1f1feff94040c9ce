"""The tables of each round: terrain, the club's kit, and packing."""
