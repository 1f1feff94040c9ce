"""Events: players, lists, pairings and tables.

The packages form layers, each of which imports only those below it: `pages` and `api`,
`event_prints`, `event_tables`, `event`, `models`. `event` reaches the others by its signals.
"""
