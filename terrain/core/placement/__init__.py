"""Forbid, sample, find and prove the places of a piece of terrain."""
