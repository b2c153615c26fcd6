"""`python -m companion` is `hansa-companion`."""

import sys

from companion.cli import main

sys.exit(main())
