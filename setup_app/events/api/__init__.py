"""How do programs run an event?"""
