"""On which maps are battles fought? The official ones, and a club's own copies."""
