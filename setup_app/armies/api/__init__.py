"""How does a program keep army lists and plans here? Views that parse, call once and answer."""
