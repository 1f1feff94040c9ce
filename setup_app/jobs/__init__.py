"""How is work done outside the request, and never lost? By a row each, and a lease on it."""
