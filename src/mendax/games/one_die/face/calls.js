/** Calls of one-die Liar's Dice as the page needs them: what dice can show, what is allowed, and why something is not. */

/** @typedef {{ faces: number, dice: number, kept: boolean }} TableRules */

/** The rules of a table. @param {Record<string, string>} options of the game's text @returns {TableRules} */
export const tableRules = (options) => ({
  faces: Number(options.faces ?? 6), dice: Number(options.dice ?? 1), kept: ["true", "on"].includes(options.kept ?? ""),
});

/** Everything that dice can show, rising; two or more dice are one number, the highest first. @param {TableRules} rules @returns {number[]} */
export function values({ faces, dice }) {
  /** @type {number[]} */
  let found = [0];
  for (let die = 0; die < dice; die++) {
    found = found.flatMap((before) => {
      const most = before ? before % 10 : faces;
      return Array.from({ length: die ? most : faces }, (_, at) => (dice > 1 ? before * 10 : 0) + at + 1);
    });
  }
  return found.sort((one, other) => one - other);
}

/** The dice of a roll or a call: 64 is a 6 and a 4. @param {number} value @param {TableRules} rules @returns {number[]} */
export const diceOf = (value, { dice }) => (value > 0 ? (dice > 1 ? [...String(value)].map(Number) : [value]) : []);

/** The calls that the forms allow, rising. @param {Form[]} forms @returns {number[]} */
export function callsIn(forms) {
  const found = forms.flatMap(({ slots }) => {
    if (slots.value) return slots.value.map(Number);
    const { first, last } = slots;
    return first && last ? first.flatMap((head) => last.map((tail) => Number(head + tail))) : [];
  });
  return found.sort((one, other) => one - other);
}

/** Why a call is not allowed, for the caller; "" if it is. @param {number} value @param {any} view @param {number} own what is under the caller's cup */
export function whyNot(value, view, own) {
  if (value <= view.accepted) return `A call must beat ${view.accepted}, the last accepted one.`;
  return value < own ? `A call may not be lower than your roll, ${own}.` : "";
}

/** Whose turn it is; null while dice roll and at the end. @param {any} view @returns {Seat | null} */
export function turnOf(view) {
  if (view.winner !== null || !view.dice[view.caller]) return null;
  return view.call ? 1 - view.caller : view.caller;
}
