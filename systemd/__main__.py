"""`python -m systemd`: what `systemd/install` runs."""

from systemd.command_line import main

raise SystemExit(main())
