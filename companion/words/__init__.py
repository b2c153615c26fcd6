"""What is said to people: sentences, languages, and what must be left out."""
