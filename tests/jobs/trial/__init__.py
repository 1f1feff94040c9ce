"""Which kinds of work do the tests of the queue need? Ones that fail in every way there is."""
