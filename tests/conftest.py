"""How hypothesis looks for counterexamples: `default` in every run, `thorough` for a long look.

Machines in CI and small boards are noisy, so no example has a deadline. With `CI` set the examples are the same in
every run: a failure there can be had again anywhere. HYPOTHESIS_PROFILE=thorough chooses the long look.
"""

import os

from hypothesis import HealthCheck, settings

_NOISY = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "default", deadline=None, derandomize=bool(os.environ.get("CI")), suppress_health_check=_NOISY, print_blob=True
)
settings.register_profile("thorough", settings.get_profile("default"), derandomize=False, max_examples=2_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
