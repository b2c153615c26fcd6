"""The commands of `hansa-companion`, one module each; a module imports what it needs only when its command runs."""
