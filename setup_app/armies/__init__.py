"""Army lists: storage, import, checks, plans."""
