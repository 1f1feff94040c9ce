"""Deployment: camps, troops, ambushes, leaders and moves before the game. Sections 10.B to 10.H.

Pure: uses the engine and the geometry, no page and no database.
"""
