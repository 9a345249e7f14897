"""Three keys, a buzzer and an LED: debounce the keys (`keys`), time the phrases and lights (`rhythm`)."""
