"""Choose which of a club's scenery pieces stand for which pieces of a table. Pure."""
