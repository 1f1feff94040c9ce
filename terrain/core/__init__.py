"""What is legal ground, and where could a piece go? Values and rules of geometry.

Shapely, numpy and the standard library only; no rulebook, no battle.
"""
