"""The shims: ports, one adapter for each hardware library, and simulated silicon to run them on."""
