"""The table's line to a broker of the room or the house, by MQTT: off unless the table is given one.

`post` says what is published when; `mqtt` is the only file that imports paho; `home_assistant` describes the table to a Home
Assistant that listens there; `identity` keeps the table's own name. What is told is decided in companion.table.posting.
"""
