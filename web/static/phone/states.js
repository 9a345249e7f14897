// The states of a phone and their transitions. Events that a state doesn't list have no effect in it.

/** A state machine with a few named states. */
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

/** The connection to the table. */
export const line = new Machine("behind", {
  behind: { current: "live", lost: "offline", replaced: "gone" }, // The page may be old: the phone has slept, or was offline.
  live: { slept: "behind", lost: "offline", replaced: "gone" }, // The page is current, and the next one arrives as soon as it is made.
  offline: { heard: "behind", replaced: "gone" }, // The phone says so, and tries again.
  gone: {}, // A newer tab has the seat; nothing is shown any more.
});

/** The page, replaced at every change of the table. */
export const page = new Machine("shown", {
  shown: { later: "holding" },
  holding: { later: "holding", show: "shown" }, // The table screen shows the news first; the phone follows.
});

/** The panel over the page: an ask, or the menu of the table. */
export const panel = new Machine("none", {
  none: { choose: "choosing", compose: "composing", shut: "shut" },
  choosing: { choose: "choosing", compose: "composing", shut: "shut", close: "none" },
  composing: { choose: "choosing", compose: "composing", shut: "shut", close: "none" }, // Its own script lays a pile or sets fields.
  shut: { choose: "choosing", compose: "composing", shut: "shut", close: "none" }, // A closed pile, which stays as it is whatever others do.
});

/** The next panel, while it is being fetched. */
export const fetching = new Machine("idle", {
  idle: { ask: "coming" },
  coming: { ask: "coming", changed: "outdated", came: "idle", forget: "idle" },
  outdated: { ask: "coming", came: "idle", forget: "idle" }, // The table has changed since, so it is fetched again once it has arrived.
});

/** This phone's answer to an ask. */
export const answer = new Machine("ready", {
  ready: { send: "sending" },
  sending: { answered: "settling" }, // The outcome is unknown yet; the panel stays as it is.
  settling: { settled: "ready" }, // The outcome is known and its page is on the way; no other answer is taken.
});
