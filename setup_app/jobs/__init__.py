"""Jobs: work outside the request that is never lost, as rows with leases."""
