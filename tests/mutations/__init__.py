"""Hostile values in every part of every request: no input gives a 5xx."""
