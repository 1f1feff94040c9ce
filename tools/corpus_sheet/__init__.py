"""What does the corpus look like? All its cases on one page."""
