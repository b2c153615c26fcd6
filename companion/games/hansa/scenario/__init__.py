"""What scenarios of Hansa can say beyond what every table understands."""
