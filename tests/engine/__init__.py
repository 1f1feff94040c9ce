"""Does the engine do what the design says, for rulebooks that are nothing like each other?"""
