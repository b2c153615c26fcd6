"""The graded self-test of a table: measures and asks, and returns findings with a grade and advice.

`measured` holds the values, `grades` judge them (pure), `bench` and `probes` measure, `person` asks, `walk` leads.
"""
