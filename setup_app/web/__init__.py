"""What do all answers over HTTP share? Problems, bodies, schema, throttling, pages of lists."""
