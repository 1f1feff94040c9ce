"""The arithmetic of a tournament, from plain values to plain values.

Nothing here knows a database, a clock or a language, and nothing is left to chance.
"""
