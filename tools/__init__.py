"""What do those who work on Metator look at by hand? Sheets, shots, benchmarks; none is a test."""
