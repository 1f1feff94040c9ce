"""How does a program play, watch and take back battles? Views that parse, call once and answer."""
