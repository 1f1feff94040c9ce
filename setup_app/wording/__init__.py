"""In which words does the program speak? Sentences, refusals and figures, each worded once."""
