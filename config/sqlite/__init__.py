"""How do several write to one SQLite file? In the order in which they came.

Django's own backend, and before each write transaction a place in the queue of `turns`.
"""
