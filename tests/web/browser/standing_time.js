// Lets a page's timers and animations follow `passTo` (in ms) instead of the clock; `letTime` restores the clock for a while.
() => {
  let [now, last] = [0, 0];
  const timers = new Map();
  const clock = { setTimeout, clearTimeout };
  const standing = {
    setTimeout: (then, ms = 0) => (timers.set(++last, [now + ms, then]), last),
    clearTimeout: (timer) => timers.delete(timer),
  };
  const hold = (one) => {
    one.born ??= now;
    one.pause();
    one.currentTime = now - one.born;
  };
  const ring = () => Array.from(timers, ([timer, [at, then]]) => at <= now && timers.delete(timer) && then());
  window.letTime = (flow) => Object.assign(window, flow ? clock : standing);
  window.passed = () => now;
  window.longestWait = () => Math.max(0, ...Array.from(timers.values(), ([at]) => at - now));
  window.passTo = async (to) => {
    for (document.getAnimations().forEach(hold); now < to; document.getAnimations().forEach(hold)) {
      now += 50;
      ring();
      await null; // Observers of the page are notified at each step.
    }
  };
  window.letTime(false);
};
