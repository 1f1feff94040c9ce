"""What is the arithmetic of a tournament? Plain values in, plain values out.

Nothing here knows a database, a clock or a language, and nothing is left to chance.
"""
