"""The API of army lists and plans."""
