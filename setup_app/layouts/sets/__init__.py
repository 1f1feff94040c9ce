"""How are many tables laid together, weighed against each other and printed, without an event?"""
