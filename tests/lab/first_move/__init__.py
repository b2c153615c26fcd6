"""From a fresh clone to the first move: how long a newcomer waits, on Debian 12 and 13."""
