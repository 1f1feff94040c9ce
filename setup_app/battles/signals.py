"""Signals that battles send to the apps above them."""

from __future__ import annotations

from typing import Final

from django.dispatch import Signal

battle_finished: Final = Signal()
"""Sent with `battle` when a battle ends, and when a battle that had ended continues after an undo.

Receivers run in the transaction that changes the battle, under its lock. They store what is to be
done, take no other lock, and do nothing more; an exception undoes the move.
"""
