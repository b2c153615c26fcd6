"""What is durable: each game as a numbered list of entries that only grows, and the raw trace beside it."""
