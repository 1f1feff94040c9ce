"""What is reckoned of a list that is handed in: its commitment, what is late, what stands out."""
