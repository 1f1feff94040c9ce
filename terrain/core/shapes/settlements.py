"""Outlines of enclosed places: villages, towns, forts, walled fields."""

from __future__ import annotations

from random import Random

from terrain.core.shapes.ring import Ring, around, at_corners, between, one_of, squarish


def village(chance: Random, long: float) -> Ring:
    """Return back fences round the crofts: each corner is left out or cut across by the fence."""
    corners = []
    for side in (1.0, long, 1.0, long):
        wide, deep = between(chance, 0.2, 0.5), between(chance, 0.16, 0.45)
        notch = [(wide, deep * between(chance, 0.9, 1.0))] if chance.random() < 0.6 else []
        # Around the middle of the next side: a gate, where the fences do not quite meet.
        gate = (between(chance, 0.0, 0.06), side * between(chance, 0.9, 1.1))
        corners.append([(wide, 0.0), *notch, (0.0, deep), gate])
    return at_corners(corners, long)


def town(chance: Random, long: float) -> Ring:
    """Return a wall in straight stretches about a crooked oval."""
    angles = around(chance, one_of(chance, 7, 8), 0.55)
    corners = [squarish(angle, 0.7, long) * between(chance, 0.9, 1.05) for angle in angles]
    ring = []
    for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
        out = (end - start) * -1j * between(chance, 0.01, 0.05)
        ring += [start, start + (end - start) * between(chance, 0.4, 0.6) + out]
    return ring


def settlement(chance: Random, long: float) -> Ring:
    """Return a palisade: many short stretches about a rounded square."""
    angles = around(chance, one_of(chance, 14, 16), 0.3)
    power = between(chance, 0.55, 0.8)
    return [squarish(angle, power, long) * between(chance, 0.97, 1.03) for angle in angles]


def fort(chance: Random, long: float) -> Ring:
    """Return four curtains, and on each corner a bastion, shaped like an arrow's head."""
    back, throat = between(chance, 0.15, 0.21), between(chance, 0.5, 0.62)
    shoulder, taper = between(chance, 0.05, 0.1), between(chance, 0.0, 0.1)
    bastion = [
        (throat, back),
        (throat - 0.06, shoulder),
        (0.0, 0.0),
        (shoulder, throat - 0.06),
        (back, throat),
    ]
    ring = at_corners([bastion] * 4, long)
    return [complex(p.real * (1 - taper * (1 + p.imag)), p.imag) for p in ring]
