"""`python -m systemd`: what `systemd/install` runs."""

from systemd.cli import main

raise SystemExit(main())
