"""Where may an army stand before the battle, and in which order does it come there?

Sections 10.B to 10.H. Pure: knows the engine and the ground, no page and no database.
"""
