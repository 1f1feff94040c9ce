"""Terrain: its geometry and its drawing, without any rulebook or battle."""
