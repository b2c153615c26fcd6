"""The companion without its hardware: rules, table, journal, page and commands."""


def version_number() -> str:
    """Return the installed version."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("hansa-companion")
    except PackageNotFoundError:
        return "(not installed)"
