"""How are requests taken in and answered, on one port, without a proxy in front?"""
