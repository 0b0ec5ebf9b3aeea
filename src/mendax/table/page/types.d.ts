/** Types of the page, for all its modules and for the faces of the games: they need no import. */

interface VNode { type: unknown; props: any; key: unknown }
type Child = VNode | string | number | boolean | null | undefined | Child[];
type Seat = number;

// What the server sends: docs/protocol.md.

interface Occupant { place: number; kind: "person" | "program" | "agent" | ""; name: string; here: boolean }
interface TableInfo {
  code: string; game: string; open: boolean; goes_on: boolean; public: boolean; pace: number; least: number;
  status: "waiting" | "playing" | "ended"; seats: Occupant[]; match: string | null; number: number;
}
interface Player { kind: string; name: string }
interface Form { text: string; slots: Record<string, string[]> }
interface NextFrame {
  type: "next"; seq: number; match: string; number: number; game: string; rules: number; open: boolean; seat: Seat | null;
  players: Player[];
}
interface EventFrame { type: "event"; seq: number; match: string; move: number; text: string; data: any; default?: boolean }
interface HiddenMove { move: number; seat: Seat | null; action: string; default: boolean }
interface ExplainedOption { action: string; value: number | null; probability: number | null; note: string }
interface Explanation {
  options: ExplainedOption[]; left_out: number; beliefs: { about: string; probability: number | null }[]; rules: string[];
  scale: string; sentence: string;
}
/** `reason` and `say` are the explanation's sentence and the action in plain words, with `seat N` in them. */
interface Decision { move: number; seat: Seat; explanation: Explanation; reason?: string; say?: string }
interface RoundFrame {
  type: "round"; seq: number; match: string; round: number; standing: number[]; hidden?: { moves: HiddenMove[] };
  explanations?: Decision[];
}
interface EndFrame { type: "end"; seq: number; match: string; payoffs: number[]; scores: number[]; ending: string }
interface TurnFrame {
  type: "turn"; turn: string; match: string; view: string; data: any; forms: Form[]; seconds: number; length: number;
}
interface ViewFrame { type: "view"; match: string; after: number; view: string; data: any }
interface HintFrame {
  type: "hint"; turn: string; hint: { columns: string[]; rows: string[][]; sentence: string; beliefs: string[] };
  explanation: Explanation | null;
}
type ServerFrame =
  | { type: "welcome"; protocol: number; table: TableInfo; place: number | null; name: string }
  | { type: "table"; table: TableInfo }
  | NextFrame | EventFrame | RoundFrame | EndFrame | TurnFrame | ViewFrame | HintFrame
  | { type: "commit"; seq: number; match: string; round: number; root: string; size: number }
  | { type: "mixed" | "draw" | "proof"; seq: number; match: string }
  | { type: "ack"; turn: string; action: string }
  | { type: "refused"; turn: string; reason: string; over?: boolean }
  | { type: "error"; reason: string }
  | { type: "pong"; id: number };

interface AgentInfo { name: string; about: string; thinks: string }
interface GameInfo {
  name: string; title: string; about: string; first: boolean; quick: string; opponents: string[]; page: string | null;
  picture: string | null; seats: number;
  rules: string; shows_all: boolean; counted: "wins" | "not_lost" | "money"; unit: string;
  parameters: { name: string; default: any; about: string }[]; agents: AgentInfo[];
}

/** `GET /api/ladder`: ratings of the agents, made by a command. */
interface RatedAgent { name: string; rating: number; ci95: [number, number] | null; games: number }
interface RatedGame { game: string; date: string; seed: number; games: number; unit: string; agents: RatedAgent[] }
interface Ladder { date: string; games: RatedGame[] }

/** `GET /api/matches/ID/replay`. */
interface Replay {
  match: string; table: string; seat: Seat | null; frames: ServerFrame[]; views: { after: number; view: string; data: any }[];
}
/** A match in `GET /api/me`. */
interface PlayedMatch {
  match: string; table: string; game: string; seats: Seat[]; players: Player[]; started: number; ended: number | null;
  end: string | null; payoffs: number[] | null; open: boolean;
}

// What the page makes of it.

/** A round that has ended, with the events that this seat was told of in it. */
interface Round { frame: RoundFrame; events: EventFrame[] }

type Link = "connecting" | "open" | "lost" | "closed";
interface TableState {
  link: Link;
  /** Why nothing goes on, when the server said so. */
  problem: string;
  table: TableInfo | null;
  /** My place at the table; null for a spectator. */
  place: number | null;
  next: NextFrame | null;
  /** All events of the match. */
  events: EventFrame[];
  rounds: Round[];
  view: any;
  viewText: string;
  turn: TurnFrame | null;
  /** When the turn ends, and how long it was, in milliseconds of `performance.now()`. */
  deadline: number;
  length: number;
  end: EndFrame | null;
  /** An action that was sent and is not yet acknowledged. */
  sent: string;
  refused: string;
  hint: HintFrame | null;
  hints: boolean;
  /** The round whose end is being looked at: later frames wait until the player goes on. */
  showing: Round | null;
}

// Faces.

type Draft = Record<string, any>;
/** `names[seat]`; the player's own is "you", so that `say` puts verbs right. */
type Names = string[];

/** What every part of a face is given. */
interface FaceProps {
  /** The `data` of the seat's view: docs/protocol-views.md. A spectator's has `seat: null`. */
  view: any;
  /** The same in the game's notation. */
  viewText: string;
  /** My seat in this match; null for a spectator. */
  you: Seat | null;
  names: Names;
  /** The game with its parameters, as `NAME:parameter=value,...`; `gameOptions` reads it. */
  game: string;
  /** My turn, if it is on and I have not answered it. */
  turn: TurnFrame | null;
  /** What is legal: the turn's forms, else empty. */
  forms: Form[];
  /** Every event of the match so far, and the last one. */
  events: EventFrame[];
  last: EventFrame | null;
  /** What is being put together; the face's own. It is `{}` after an action is acknowledged and when a match begins. */
  draft: Draft;
  setDraft(next: Draft | ((old: Draft) => Draft)): void;
  /** Send an action in the game's notation; while it is on its way `turn` is null. */
  act(text: string): void;
  /** What the adviser said about this turn, if it was asked. */
  hint: HintFrame | null;
  /** Ask the adviser; null where there is none (closed tables, spectators, not my turn). */
  askHint: (() => void) | null;
  /** Whether motion is wanted: false under reduced motion and while a replay is stepped. */
  motion: boolean;
  end: EndFrame | null;
  /** Whether somebody looks at a replay: nothing can be played. */
  replay: boolean;
}
interface SeatProps extends FaceProps { seat: Seat; over: boolean }
interface RoundEndProps extends FaceProps {
  /** The events of the round that has ended: the showdown is among them. `view` may be of the next round already. */
  round: Round;
  /** Open tables: every move of the round in full. */
  hidden: HiddenMove[] | null;
}
interface InsideProps extends FaceProps { decision: Decision; chosen: string; round: Round }
interface EndProps extends FaceProps {
  /** The coach's review as data, where the server gives one. */
  review: any;
}
interface KeyBinding { key: string; label: string; run(): void }

/** The default export of a game's `face/page.js`. Every member but `name` may be left out: the plain face's is taken. */
interface Face {
  name: string;
  /** A style sheet beside the script, such as "page.css". */
  style?: string;
  /** A small SVG picture for the lobby, 96 by 64. The lobby takes the default export of `picture.js` beside the face, if
   *  there is one, and the style sheet that its export `style` names, and then needs not load the face. */
  Card?(props: {}): Child;
  /** The seat whose turn it is; null when it is nobody's. By default the view's `turn`. */
  turnOf?(view: any): Seat | null;
  /** What lies before a player at the table; for `you` what others see of it. */
  Seat?(props: SeatProps): Child;
  /** What lies in the middle. */
  Middle?(props: FaceProps): Child;
  /** My dice or cards. */
  Hand?(props: FaceProps): Child;
  /** The action bar. It is also shown when it is not my turn (`turn` null): then every button says why it waits. */
  Bar?(props: FaceProps): Child;
  /** The keys of this game; they work while no text is typed. */
  keys?(props: FaceProps): KeyBinding[];
  /** The situation in one short sentence. */
  headline?(props: FaceProps): string;
  /** The event in plain words with `seat N` in it, where the face says it better than `event.text`; "" is not told. */
  tell?(event: EventFrame, props: FaceProps): string;
  /** A text with actions in the game's notation, as people write them: "3x4" as "3 × 4". */
  words?(text: string): string;
  /** Whether I am out of the match while others play on: rounds then follow each other by themselves. */
  isOut?(props: FaceProps): boolean;
  /** The showdown, shown in the middle until the player goes on. */
  RoundEnd?(props: RoundEndProps): Child;
  /** After how many milliseconds the next round comes by itself; 0, or none: the player goes on. */
  look?(round: Round): number;
  /** What a round is called, "Round" unless said otherwise: "Hand", "Turn". */
  roundWord?: string;
  /** More of a decision in the Inside tab, under its bars. */
  Inside?(props: InsideProps): Child;
  /** A third tab, such as the grid of worlds, and its name. */
  Side?(props: FaceProps): Child;
  sideName?: string;
  /** What is shown in the middle when the match is over, under the result. */
  End?(props: EndProps): Child;
  /** Whether the face asks for hints and shows them by itself: then the page has no button, key or panel for them. */
  showsHint?: boolean;
  /** The result in a sentence; by default it follows from the scores. */
  result?(props: FaceProps): string;
}

/** A face with the plain face's parts where it has none of its own. */
type WholeFace = Face & Required<
  Pick<Face, "Card" | "turnOf" | "Seat" | "Middle" | "Hand" | "Bar" | "keys" | "headline" | "tell" | "words" | "result">
>;
