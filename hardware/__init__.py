"""Hardware: ports, one adapter for each library, and simulated chips to run them on."""
