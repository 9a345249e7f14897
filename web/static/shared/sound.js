// The sounds of ceremonies, and of a phone whose player is awaited. Off until somebody touches the switch, since a browser plays nothing before a touch anyway.

let audio = /** @type {AudioContext | null} */ (null); // while the sound is on

/** Make *button* the switch. @param {HTMLElement} button */
export function watchSound(button) {
  button.addEventListener("click", () => {
    sounds(audio === null);
    button.setAttribute("aria-pressed", String(audio !== null));
    bell();
  });
}

/** Switch the sound on or off, on a touch. @param {boolean} on */
export function sounds(on) {
  audio?.close();
  audio = on ? new AudioContext() : null;
}

/** Play a tone of *pitch* Hz that fades within *seconds*. @param {number} pitch @param {number} seconds @param {number} loud @param {OscillatorType} [shape] */
function tone(pitch, seconds, loud, shape = "sine") {
  if (!audio) return;
  const [wave, gain, now] = [audio.createOscillator(), audio.createGain(), audio.currentTime];
  wave.type = shape;
  wave.frequency.value = pitch;
  gain.gain.setValueAtTime(loud, now);
  gain.gain.exponentialRampToValueAtTime(0.001, now + seconds);
  wave.connect(gain).connect(audio.destination);
  wave.start(now);
  wave.stop(now + seconds);
}

export function bell() {
  tone(1046, 1.4, 0.2);
  tone(2793, 0.7, 0.06);
}

export function tap() {
  tone(180, 0.08, 0.25, "triangle");
}

export function low() {
  tone(98, 1.6, 0.3);
}
