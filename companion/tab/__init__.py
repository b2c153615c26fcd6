"""The whole companion in one tab of a browser: no server, no threads, and games kept in the browser."""
