"""Whole games of Hansa Teutonica by clicks in a browser."""
