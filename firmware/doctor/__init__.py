"""The doctor: examines every part of a table and says what to do about each finding. The entrance is `examination`."""
