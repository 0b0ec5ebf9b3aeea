/** The table that one click makes. */

/** Seconds between moves of agents, so that one can follow. */
export const PACE = 0.9;

/** Against whom one plays without choosing. @param {GameInfo} game @returns {(string | null)[]} */
export const quickSeats = (game) => [null, ...(game.opponents.length ? game.opponents : Array(Math.max(1, game.seats - 1)).fill("random"))];
