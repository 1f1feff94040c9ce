"""Who plays in an event, with which list, against whom and at which table?"""
