"""Games that are kept: found, shown, verified against their traces, backed up."""
