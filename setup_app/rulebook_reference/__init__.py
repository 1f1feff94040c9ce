"""The rulebook reference: a rulebook to read, for people and programs, without a battle."""
