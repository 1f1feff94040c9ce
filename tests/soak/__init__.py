"""Do large numbers of battles hold what small ones promise? Run by `make soak`."""
