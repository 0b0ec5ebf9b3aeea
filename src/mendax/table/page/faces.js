/** The faces of the games: loaded when a table needs them, completed by the plain face. */
import { gameInfo } from "./api.js";
import { plain } from "./parts/plain.js";

/** @type {Map<string, Promise<WholeFace>>} */
const loaded = new Map();

/** The face of a game; the plain one where the game brings none. @param {string} game */
export function loadFace(game) {
  const found = loaded.get(game) ?? load(game);
  loaded.set(game, found);
  found.catch(() => loaded.delete(game));
  return found;
}

/** @param {string} game @returns {Promise<WholeFace>} */
async function load(game) {
  const where = (await gameInfo(game))?.page;
  if (!where) return plain;
  let face;
  try {
    face = /** @type {Face} */ ((await import(where)).default);
  } catch (error) {
    console.error(error); // a broken face must not keep anybody from playing
    return plain;
  }
  if (face.style) await addStyle(new URL(face.style, new URL(where, location.href)).href);
  return { ...plain, ...face };
}

/** The picture of a game; without a file of its own it comes with the face, when there is nothing else to do. @param {GameInfo} game */
export async function loadPicture(game) {
  if (game.picture) {
    const found = /** @type {{ default: WholeFace["Card"], style?: string }} */ (await import(game.picture));
    if (found.style) await addStyle(new URL(found.style, new URL(game.picture, location.href)).href);
    return found.default;
  }
  await new Promise((ready) => (window.requestIdleCallback ?? setTimeout)(ready));
  return (await loadFace(game.name)).Card;
}

/** Add a style sheet and wait for it, so that nothing is drawn without it. @param {string} href @returns {Promise<void>} */
function addStyle(href) {
  return new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = link.onerror = () => done();
    document.head.append(link);
  });
}
