"""Who plays whom at an event, on which table, and who is ahead?"""
