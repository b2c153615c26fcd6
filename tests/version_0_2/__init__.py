"""What version 0.2.0 wrote and answered, and tests that every later version reads and answers it alike."""
