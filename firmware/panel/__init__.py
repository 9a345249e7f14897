"""Three keys, a buzzer and an LED.

Key presses go out through `pressed`; phrases and lights come in through `play` and `light` (`firmware.devices.Panel`).
`panel_watch` keeps trying to open a panel that is missing, `gpio_panel` drives the pins, and two pure files do the work between
them: `keys` debounces, `rhythm` times the phrases and lights.
"""
