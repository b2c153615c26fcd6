"""The README's commands as a newcomer types them, in a Debian that has nothing but git, make and python3."""
