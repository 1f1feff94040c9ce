"""Values and rules of geometry: which terrain is legal, and where a piece could go.

Only Shapely, numpy and the standard library; no rulebook, no battle.
"""
