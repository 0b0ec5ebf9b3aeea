/** The action bar of Liar's Dice: number and face of a bid, the dice shown with it, and the three answers. */
import { Button } from "/page/parts/button.js";
import { Die } from "/page/parts/die.js";
import { html } from "/page/ui.js";
import { gameOptions, percent, say, sentence } from "/page/wording.js";
import {
  alike, bidText, bidWords, chosenBid, counts, endOf, facesInOrder, ladder, matchingPlaces, numberWord, picked, readForms, standingBid, stepped,
  tableRules, whyNot, whyNotFace, whyNotLower,
} from "./bids.js";

/** @typedef {import("./bids.js").Bid} Bid */

/** Everything that the bar, the hand and the keys go by. @param {FaceProps} props */
export function planOf({ view, you, names, game, turn, forms, events, draft, hint }) {
  const rules = tableRules(gameOptions(game));
  const legal = readForms(forms);
  const rising = ladder(legal, view.wild, rules);
  const bid = chosenBid(draft, legal, rising[0]);
  const cup = view.cup ?? [];
  const { push, rest, places } = picked(draft, cup);
  const wait = turn ? "" : waiting(view, you, names);
  const pushWhy = push.length && !legal.pushes.has([...push].sort().join(" ")) ? "One die at least stays under your cup." : "";
  const text = bid ? bidText(bid, push) : "";
  const chances = new Map((hint?.explanation?.options ?? []).map((option) => [option.action, option.value]));
  return {
    rules, legal, rising, bid, cup, push, rest, places, text, chances, wait,
    bidWhy: wait || (bid ? pushWhy : "No bid is higher than this one."),
    faces: facesInOrder(view.wild, rules), end: turn ? null : endOf(view, events, rules.wild),
  };
}

/** Why nothing can be said now. @param {any} view @param {Seat | null} you @param {Names} names */
function waiting(view, you, names) {
  if (you !== null && !view.dice[you]) return "You are out of this game.";
  if (view.turn === null) return "The dice are being rolled.";
  return view.turn === you ? "Your move is on its way." : `It is ${names[view.turn]}'s turn.`;
}

/** A chance as a bar with its figure. @param {{ chance: number | null | undefined, of: string }} props */
export function Odds({ chance, of }) {
  if (chance === null || chance === undefined) return null;
  return html`<span class="ld-odds" title=${`${percent(chance)} ${of}`}>
    <span class="ld-odds-line" aria-hidden="true"><span style=${{ width: `${100 * chance}%` }}></span></span>
    <span>${percent(chance)}<span class="hidden"> ${of}</span></span>
  </span>`;
}

/**
 * The challenges and the other answers: what they are called, what they claim, and whether they are allowed.
 * @param {FaceProps} props @param {ReturnType<typeof planOf>} plan
 */
export function answersOf({ view, you, names }, plan) {
  const standing = standingBid(view);
  const claim = standing ? bidWords(standing.bid) : "";
  const passer = (/** @type {number} */ back) => view.said.at(-back)?.seat ?? 0;
  /** @param {string} text @param {string} name @param {string} key @param {string} says @param {string} more */
  const answer = (text, name, key, says, more) => ({
    text, name, key, says, more, why: plan.wait || (plan.legal.answers.has(text) ? "" : whyNot(text, view, you ?? 0)),
  });
  const { legal, rules } = plan;
  const found = [];
  const passes = ["challenge pass", "challenge first pass"].filter((text) => legal.answers.has(text));
  if (legal.answers.has("challenge bid") || !passes.length) {
    const says = standing ? `You claim fewer than ${claim}.` : "You claim that a bid is too high.";
    found.push(answer("challenge bid", passes.length ? "Liar! (the bid)" : "Liar!", "l", says, LOSES));
  }
  passes.forEach((text, at) => {
    const seat = passer(text === "challenge pass" ? 1 : 2);
    const whose = say(`seat ${seat}'s`, names);
    const which = passes.length < 2 ? "the pass" : at ? "first pass" : "last pass";
    found.push(answer(text, `Liar! (${which})`, found.length ? (at ? "j" : "k") : "l", `You claim that ${whose} dice are not all alike.`, LOSES));
  });
  if (rules.exact) {
    const gain = rules.single ? "Right wins the round." : "Right wins a die back, once a game.";
    const says = standing ? `You claim exactly ${claim}.` : "You claim that a bid is exactly right.";
    found.push(answer("exact", "Exact", "e", says, gain));
  }
  if (rules.passes) {
    const truth = you === null || plan.wait ? "" : alike(view, you) ? ": true." : ": a bluff.";
    found.push(answer("pass", "Pass", "p", `You claim that all your dice are alike${truth || "."}`, "The bid stays."));
  }
  return found;
}

/** What a challenge costs. */
const LOSES = "Whoever is wrong loses a die.";

/** What an action's chance is the chance of. @param {string} text */
const chanceOf = (text) => (text.startsWith("challenge") || text === "exact" || text === "pass" ? "to be right" : "to hold");

/** @param {FaceProps} props */
export function Bar(props) {
  const { view, names, setDraft, act } = props;
  const plan = planOf(props);
  if (plan.end) return html`<div class="ld-bar ld-rest"></div>`;
  const standing = standingBid(view);
  const shown = plan.bid ?? standing?.bid ?? { count: 1, face: plan.faces[0] ?? 1 };
  const [less, more] = [plan.bid && stepped(plan.bid, plan.legal, -1), plan.bid && stepped(plan.bid, plan.legal, 1)];
  const noBid = plan.wait || (plan.bid ? "" : plan.bidWhy);
  /** @param {Bid} bid */
  const choose = (bid) => setDraft((old) => ({ ...old, ...bid }));
  const words = plan.bid ? `Bid ${bidWords(plan.bid)}` : "Bid";
  return html`<div class="ld-bar">
    <div class="ld-bid">
      <div class="ld-count" role="group" aria-label="How many dice">
        <${Button} run=${() => less && choose({ ...shown, count: less })} label="One less" why=${noBid || (less ? "" : whyNotLower(shown, view))}>−<//>
        <output class="ld-number" aria-live="off">${shown.count}</output>
        <${Button} run=${() => more && choose({ ...shown, count: more })} label="One more" why=${noBid || (more ? "" : "There are no more dice on the table.")}>+<//>
      </div>
      <span class="ld-times" aria-hidden="true">×</span>
      <div class="ld-faces" role="group" aria-label="Of which face">
        ${plan.faces.map((face) => {
          const possible = plan.legal.counts.has(face);
          const bid = possible && chosenBid({ ...props.draft, face }, plan.legal, plan.rising[0]);
          const why = plan.wait || (possible ? "" : whyNotFace(face, view));
          return html`<span class="ld-face" key=${face}>
            <${Die} face=${face} size=${38} wild=${face === view.wild} held=${Boolean(plan.bid) && shown.face === face} pale=${Boolean(why)}
              why=${why} label=${`${face}s${face === view.wild ? ", wild" : ""}`} motion=${false}
              onPress=${() => setDraft((old) => ({ ...old, face }))} />
            ${bid ? html`<${Odds} chance=${plan.chances.get(bidText(bid, plan.push)) ?? plan.chances.get(bidText(bid))} of="to hold" />` : null}
          </span>`;
        })}
      </div>
      <div class="ld-say">
        <${Button} primary run=${() => act(plan.text)} why=${plan.bidWhy} hot="Enter">${plan.push.length ? `${words}, show ${[...plan.push].join(" ")}` : words}<//>
        <${Odds} chance=${plan.chances.get(plan.text)} of="to hold" />
      </div>
      ${props.askHint && !props.hint ? html`<span class="ld-ask"><${Button} quiet run=${props.askHint} hot="h">Odds<//></span>` : null}
    </div>
    <div class="ld-answers">
      ${answersOf(props, plan).map(({ text, name, key, says, more, why }) => html`<div class="ld-answer" key=${text}>
        <${Button} run=${() => act(text)} why=${why} hot=${key}>${name}<//>
        <p>${says} <span class="ld-long">${more}</span></p>
        <${Odds} chance=${plan.chances.get(text)} of=${chanceOf(text)} />
      </div>`)}
    </div>
    ${props.hint ? html`<p class="ld-note ld-hint" role="status">${hintWords(props.hint, names)}</p>` : null}
  </div>`;
}

/** What the odds are made of, and what else the adviser believes. @param {HintFrame} frame @param {Names} names */
function hintWords({ hint }, names) {
  return [hint.sentence, ...hint.beliefs].filter(Boolean).map((text) => sentence(say(text, names))).join(" ");
}

/** My dice: those that are tapped are shown with the bid. @param {FaceProps} props */
export function Hand(props) {
  const { view, you, turn, setDraft, motion, replay } = props;
  if (you === null) return null;
  const plan = planOf(props);
  const { cup, push, rest, places, end } = plan;
  const open = view.shown[you] ?? [];
  if (!cup.length && !open.length) return html`<p class="ld-note">${view.dice[you] ? "Your dice are being rolled." : "You have no dice left."}</p>`;
  /** @param {number} face */
  const glows = (face) => Boolean(end?.face) && counts(face, end?.face ?? 0, end?.wild ?? 0);
  const canPush = Boolean(turn && plan.legal.pushes.size);
  const why = end ? "The round is over." : plan.wait || (plan.rules.push ? "" : "This table plays without push.") || (canPush ? "" : "One die at least stays under your cup.");
  /** @param {number} at */
  const toggle = (at) => setDraft((old) => {
    const { places: now } = picked(old, cup);
    return { ...old, push: now.has(at) ? [...now].filter((one) => one !== at) : [...now, at] };
  });
  const rolled = `${view.rounds - (view.showdown ? 1 : 0)}.${view.said.filter((/** @type {any} */ one) => one.seat === you && one.action?.push?.length).length}`;
  return html`<div class="ld-hand">
    <div class="ld-cup" role="group" aria-label="Under your cup">
      ${cup.map((/** @type {number} */ face, /** @type {number} */ at) => html`<${Die}
        key=${at} face=${face} at=${at} size="large" wild=${face === view.wild} rolled=${rolled} motion=${motion} held=${places.has(at)}
        glow=${glows(face)}
        label=${places.has(at) ? `${face}, shown with your bid` : `${face}, under your cup`} why=${why} onPress=${end || replay ? undefined : () => toggle(at)} />`)}
      ${cup.length ? null : html`<span class="ld-note">${view.hidden[you] === 1 ? "Your other die is" : "Your other dice are"} rolled again.</span>`}
    </div>
    ${open.length ? html`<div class="ld-open" role="group" aria-label="Shown to all">
      ${open.map((/** @type {number} */ face, /** @type {number} */ at) => html`<${Die} key=${at} face=${face} size="large" wild=${face === view.wild} glow=${glows(face)} />`)}
      <span class="ld-note">open</span></div>` : null}
    ${end || replay || !plan.rules.push ? null : html`<p class="ld-note" role="status">${pushWords(canPush, push, rest)}</p>`}
  </div>`;
}

/** What tapping dice does, or has done. @param {boolean} can @param {number[]} push @param {number[]} rest */
function pushWords(can, push, rest) {
  if (!can) return "Only you see these dice.";
  if (!push.length) return html`Tap dice to show them<span class="ld-long"> with your bid and roll the others again</span>.`;
  if (!rest.length) return "One die at least stays under your cup.";
  return `You show ${push.join(" ")} and roll ${rest.length === 1 ? "one die" : `${numberWord(rest.length)} dice`} again.`;
}

/** The keys of the game. @param {FaceProps} props @returns {KeyBinding[]} */
export function keys(props) {
  const { view, setDraft, act, turn, askHint } = props;
  if (!turn) return [];
  const plan = planOf(props);
  const { bid, legal } = plan;
  /** @param {number} by */
  const count = (by) => () => {
    const next = bid && stepped(bid, legal, by);
    if (bid && next) setDraft((old) => ({ ...old, face: bid.face, count: next }));
  };
  /** @param {number} by */
  const face = (by) => () => {
    const possible = plan.faces.filter((one) => legal.counts.has(one));
    const at = possible.indexOf(bid?.face ?? 0) + by;
    const next = possible[(at + possible.length) % possible.length];
    if (next) setDraft((old) => ({ ...old, face: next }));
  };
  const showAll = () => setDraft((old) => {
    const all = bid ? matchingPlaces(plan.cup, bid.face, view.wild) : [];
    const same = all.length === plan.places.size && all.every((at) => plan.places.has(at));
    return { ...old, push: same ? [] : all };
  });
  return [
    { key: "ArrowUp", label: "One die more", run: count(1) },
    { key: "ArrowDown", label: "One die less", run: count(-1) },
    { key: "ArrowRight", label: "Next face", run: face(1) },
    { key: "ArrowLeft", label: "Face before", run: face(-1) },
    ...plan.faces.filter((one) => legal.counts.has(one)).map((one) => ({ key: String(one), label: `Bid on ${one}s`, run: () => setDraft((old) => ({ ...old, face: one })) })),
    ...(legal.pushes.size ? [{ key: "s", label: "Show your dice that count, or take that back", run: showAll }] : []),
    ...(plan.bidWhy ? [] : [{ key: "Enter", label: bid ? `Bid ${bidWords(bid)}` : "Bid", run: () => act(plan.text) }]),
    ...answersOf(props, plan).filter(({ why }) => !why).map(({ text, name, key }) => ({ key, label: name, run: () => act(text) })),
    ...(askHint ? [{ key: "h", label: "Show the odds", run: askHint }] : []),
  ];
}
