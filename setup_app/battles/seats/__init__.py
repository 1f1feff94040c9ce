"""Seats of battles: tokens, who holds a seat, and the acts that take, free and reissue one.

The package has no views: `battles/api/seats.py` and `battles/pages/seats.py` use it.
"""
