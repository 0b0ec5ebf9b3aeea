/** The server's REST side. */
import { session } from "./session.js";

/** An answer that is no success: the server's own line says why. */
export class Failure extends Error {
  /** @param {string} message @param {number} status */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/**
 * @param {string} path
 * @param {{ method?: string, body?: object, mine?: boolean }} [options] `mine` says who asks
 * @returns {Promise<any>}
 */
export async function call(path, { method = "GET", body, mine = false } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (mine && session.token) headers.authorization = `Bearer ${session.token}`;
  if (body) headers["content-type"] = "application/json";
  let response;
  try {
    response = await fetch(path, { method, headers, body: body ? JSON.stringify(body) : undefined });
  } catch {
    throw new Failure("The server does not answer. Is it still running?", 0);
  }
  const text = await response.text();
  const found = text ? parsed(text) : null;
  if (!response.ok) throw new Failure(found?.error ?? `the server answers ${response.status}`, response.status);
  return found;
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @type {Promise<GameInfo[]> | null} */
let games = null;

/** The catalogue, asked for once. */
export function gameInfos() {
  games ??= call("/api/games").then((found) => found.games);
  games.catch(() => (games = null));
  return games;
}

/** @param {string} name */
export const gameInfo = async (name) => (await gameInfos()).find((game) => game.name === name) ?? null;

/** @type {Promise<Ladder | null> | null} */
let ladder = null;

/** How strong the agents are; null where the server has no ladder. */
export function fetchLadder() {
  ladder ??= call("/api/ladder").catch(() => null);
  return ladder;
}

/** The ladder of one game. @param {string} game @returns {Promise<RatedGame | null>} */
export async function ladderOf(game) {
  return (await fetchLadder())?.games.find((one) => one.game.split(":")[0] === game) ?? null;
}

/** Make a table. @param {object} options @returns {Promise<TableInfo>} */
export const makeTable = (options) => call("/api/tables", { method: "POST", body: options });

/**
 * Sit down; a token that the server no longer knows is forgotten.
 * @param {string} code @param {string} [name] @returns {Promise<void>}
 */
export async function sitDown(code, name) {
  const body = { name: name || session.name || "Guest", kind: "person" };
  const ask = () => call(`/api/tables/${code}/seats`, { method: "POST", body, mine: true });
  let found;
  try {
    found = await ask();
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 401) throw error;
    const { name: kept } = session;
    session.forget();
    if (kept) session.name = kept;
    found = await ask();
  }
  if (name) session.name = name;
  session.satDown(code, found.token, found.table.game);
}

/** Give a seat up. @param {string} code */
export async function standUp(code) {
  try {
    await call(`/api/tables/${code}/seats`, { method: "DELETE", mine: true });
  } finally {
    session.left(code);
  }
}
