"""How does whoever watches battles hear at once that they went on? `/api/v1/stream/`."""
