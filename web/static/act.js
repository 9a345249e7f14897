// Sends an answer until it is known what became of it. The key makes a repetition harmless, so an answer that got lost is
// asked for again with the same one.

const LONGEST = 8000; // ms between two attempts
const TOO_MANY = 429; // The table takes it later, and says in how many seconds.

/** A key of 128 random bits; crypto.randomUUID is missing on plain http. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {{ask: [string, number] | null, command: object, seat?: string}} answer
 * @param {(waiting: boolean) => void} line called with true while nobody knows, with false once somebody does
 * @returns {Promise<{status: number, body: any}>} what the table said; never a network error
 */
export async function send(answer, line) {
  const body = JSON.stringify({ key: newKey(), ...answer });
  for (let wait = 400; ; wait = Math.min(wait * 2, LONGEST)) {
    const reply = await post(body);
    if (reply && reply.status < 500 && reply.status !== TOO_MANY) {
      line(false);
      return reply;
    }
    line(true);
    await new Promise((done) => setTimeout(done, reply?.seconds ? reply.seconds * 1000 : wait));
  }
}

/** @param {string} body */
async function post(body) {
  try {
    const response = await fetch("/act", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    const seconds = Number(response.headers.get("Retry-After"));
    return { status: response.status, seconds, body: await response.json() };
  } catch {
    return null;
  }
}
