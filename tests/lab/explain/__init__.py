"""What the companion explains, held against the rules on random positions: what a move would change."""
