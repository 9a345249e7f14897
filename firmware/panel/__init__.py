"""Three keys, a buzzer and an LED: presses come out (`keys`), phrases and lights go in (`rhythm`)."""
