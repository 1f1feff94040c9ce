"""How fast is the ground, beside the bare calls that do the same work? `make bench` prints it."""
