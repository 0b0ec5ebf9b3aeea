/** What this browser remembers: the player's token and name, the tables where it sits, and choices. */

/** @typedef {{ token?: string, name?: string, tables?: Record<string, string>, keys?: boolean }} Kept */

const KEY = "mendax";

/** @returns {Kept} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @param {Kept} change */
function write(change) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), ...change }));
  } catch {
    // Without storage the seat lives as long as this page.
  }
}

/** @type {Kept} */
let memory = read();

export const session = {
  get token() {
    return memory.token ?? null;
  },
  get name() {
    return memory.name ?? "";
  },
  set name(name) {
    remember({ name });
  },
  /** Whether single keys play. */
  get keys() {
    return memory.keys ?? true;
  },
  set keys(keys) {
    remember({ keys });
  },
  /** Whether this browser has a seat at a table. @param {string} code */
  sits: (code) => Boolean(memory.token && memory.tables?.[code]),
  /** @param {string} code @param {string | null} token @param {string} game */
  satDown(code, token, game) {
    const tables = Object.fromEntries(Object.entries(memory.tables ?? {}).slice(-49));
    remember({ tables: { ...tables, [code]: game }, ...(token ? { token } : {}) });
  },
  /** @param {string} code */
  left(code) {
    const { [code]: _, ...tables } = memory.tables ?? {};
    remember({ tables });
  },
  /** The tables where this browser sat down, the latest first. @returns {[string, string][]} */
  tables: () => Object.entries(memory.tables ?? {}).reverse(),
  /** Forget who I am: the token is no longer known, or everything was deleted. */
  forget() {
    memory = {};
    try {
      localStorage.removeItem(KEY);
    } catch {
      // There was no storage.
    }
  },
};

/** @param {Kept} change */
function remember(change) {
  memory = { ...read(), ...memory, ...change };
  write(memory);
}
