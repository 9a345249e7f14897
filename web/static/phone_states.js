// The states of a phone, and what leads from one to the other. What a state doesn't name changes nothing in it.

/** Something that is in one of a few states, each with its name. */
class Machine {
  /** @param {string} state @param {Object<string, Object<string, string>>} table for each state what happens, and where that leads to */
  constructor(state, table) {
    this.state = state;
    this.table = table;
  }
  /** @param {string[]} states */
  is(...states) {
    return states.includes(this.state);
  }
  /** @param {string} event */
  on(event) {
    this.state = this.table[this.state][event] ?? this.state;
  }
}

/** The line to the table. */
export const line = new Machine("behind", {
  behind: { current: "live", lost: "offline", replaced: "gone" }, // The page may be old: the phone has slept, or was away.
  live: { slept: "behind", lost: "offline", replaced: "gone" }, // The page is the newest, and the next one comes as it is made.
  offline: { heard: "behind", replaced: "gone" }, // It says so, and tries again.
  gone: {}, // A newer tab has the seat: nothing is shown any more.
});

/** The page, which comes anew at every change of the table. */
export const page = new Machine("shown", {
  shown: { later: "holding" },
  holding: { later: "holding", show: "shown" }, // The table screen tells the newest first; the phone shows it after that.
});

/** The panel that lies on the page: an ask, or what concerns the table and not the game. */
export const panel = new Machine("none", {
  none: { choose: "choosing", compose: "composing", shut: "shut" },
  choosing: { choose: "choosing", compose: "composing", shut: "shut", close: "none" },
  composing: { choose: "choosing", compose: "composing", shut: "shut", close: "none" }, // Its own script lays a pile, or sets fields.
  shut: { choose: "choosing", compose: "composing", shut: "shut", close: "none" }, // A closed pile: whatever others do, it stays as it is.
});

/** The next panel, while it is on its way. */
export const fetching = new Machine("idle", {
  idle: { ask: "coming" },
  coming: { ask: "coming", changed: "outdated", came: "idle", forget: "idle" },
  outdated: { ask: "coming", came: "idle", forget: "idle" }, // The table has changed since: it is renewed once it has come.
});

/** An answer of this phone to what it is asked. */
export const answer = new Machine("ready", {
  ready: { send: "sending" },
  sending: { answered: "settling" }, // Nobody knows yet what became of it. The panel stays as it is.
  settling: { settled: "ready" }, // It is known, and the page that shows it is on its way: no other answer is taken.
});
