"""Words of the program: sentences, refusals and figures, each worded once."""
