"""How is an event run, and taken part in, in a browser?"""
