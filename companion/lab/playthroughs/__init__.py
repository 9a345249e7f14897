"""Playthroughs: games as text, worked out by hand, with the changes of everybody's view after each step.

A file comes in; every line in which the game differs from it goes out. `script` describes the format and reads it,
`playthrough` plays the steps and compares the `facts` of each view, and `retelling` writes down what is said and shown.
"""
