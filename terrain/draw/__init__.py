"""Drawings of a layout: `scene` decides what goes where, `svg` writes it."""
