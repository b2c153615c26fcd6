"""Everything of the companion that has no pins: rules, table, journal, page and commands."""


def version_number() -> str:
    """Return the version that is installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("hansa-companion")
    except PackageNotFoundError:
        return "(not installed)"
