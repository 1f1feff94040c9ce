"""What does an event put on paper, and how does an order of it become one PDF?"""
