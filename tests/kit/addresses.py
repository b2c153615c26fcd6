"""Addresses by which no server can be reached, the password in them made of 12 and 34."""

UNREACHABLE = (
    "redis://club:6379/0?password=1234&socket_timeout=abc",
    "redis://club:6379/0?password=12@34&socket_timeout=1",
    "redis://club:6379/0?password=1234&x=y",
    "redis://club:6379/0?password=1234&retry=5",
    "redis://club:6379/0?password=1234&protocol=9",
    "redis://:12/34@club:6379/0",
    "redis://:1234@club:6379/hall",
    "redis://:1234@club:6379/0/1",
    "redis://table:12/34@club:6379/0",
    "redis://table:a12/34@club:6379/0",
    "redis://table:12?34@club:6379/0",
    "redis://table:12#34@club:6379/0",
    "rediss://table:12[34@club:6379/0",
    "unix://:12/34@/run/redis.sock",
    "table:1234@club:6379",
)
