"""The graded self-test of a table: what is measured and asked enters, findings with a grade and advice leave.

`measured` holds the values, `grade_*` judge them (pure), `bench` and `probes` measure, `person` asks, `walk` leads.
"""
