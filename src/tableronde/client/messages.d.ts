// Messages between the room and the browser. Written by `python -m tableronde.room.live.client_types`; do not edit.

/** A text in both languages. */
export interface TextReply {
  fr: string;
  en: string;
}

/** A shape of a picture, without empty fields. */
export interface ShapeReply {
  id?: string;
  path?: string;
  style?: string;
  at?: number[];
  turn?: number;
  label?: string;
  size?: number;
  title?: string;
  word?: string;
  jot?: string;
}

/** An area of a picture, or its changes. */
export interface AreaReply {
  id: string;
  box?: number[];
  seat?: number;
  role?: string;
  title?: string;
  shapes?: ShapeReply[];
  gone?: string[];
  order?: string[];
}

/** A whole picture (`full`), or the changes since the one before. */
export interface PictureReply {
  full: boolean;
  list?: string[];
  areas: AreaReply[];
  captions: string[];
}

/** A later picture of the same film, as changes from the one before it. */
export interface LaterReply {
  in: number;
  full: boolean;
  list?: string[];
  areas: AreaReply[];
  captions: string[];
}

/** A picture, and the later ones of its film. */
export interface FilmReply {
  full: boolean;
  list?: string[];
  areas: AreaReply[];
  captions: string[];
  later?: LaterReply[];
  unfolds?: boolean;
}

/** A position as a seat sees it. */
export interface SceneReply {
  full: boolean;
  list?: string[];
  areas: AreaReply[];
  captions: string[];
  later?: LaterReply[];
  unfolds?: boolean;
  seat: number | null;
  ply: number;
  last: string[];
}

/** A position as a seat sees it, for a connection that may already hold a picture. */
export interface TableSceneReply {
  full: boolean;
  list?: string[];
  areas: AreaReply[];
  captions: string[];
  later?: LaterReply[];
  unfolds?: boolean;
  seat: number | null;
  ply: number;
  last: string[];
  base: number;
}

/** The whole picture of an earlier position. */
export interface RecallSceneReply {
  full: boolean;
  list?: string[];
  areas: AreaReply[];
  captions: string[];
  seat: number | null;
}

/** A word that can be pressed. */
export interface OfferReply {
  word: string;
  label: string;
}

/** A button of a player who races others on the same screen. */
export interface RaceButtonReply {
  action: string;
  label: string;
}

/** A race between several players on one screen. */
export interface RaceReply {
  seats: number[];
  jump: RaceButtonReply;
  pass: RaceButtonReply;
}

/** The picked words, and the words that can be picked next. */
export interface ChoicesReply {
  seat: number | null;
  picked: string[];
  offers: OfferReply[];
  open: boolean;
  action?: string;
  second?: string;
  rotates?: boolean;
  race?: RaceReply;
}

/** Why the rules refuse an action, with a link to the clause. */
export interface RefusalReply {
  clause: string;
  text: string;
  link: string | null;
}

/** An action that the rules refuse. */
export interface RefusedReply {
  clause: string;
  text: string;
  link: string | null;
  ref: string | number | null;
}

/** Why a word cannot be pressed, and what can be pressed instead. */
export interface WhyReply {
  word: string;
  clause: string;
  text: string;
  link: string | null;
  possible: string[];
}

/** The picture after an action that the picked words would make. */
export interface PreviewReply {
  full: boolean;
  list?: string[];
  areas: AreaReply[];
  captions: string[];
  picked: string[];
}

/** Why the player should reconsider an action. */
export interface SecondReply {
  seat: number;
  action: string;
  text: string;
  ref: string | number | null;
}

/** A seat and its player. */
export interface SeatReply {
  seat: number;
  kind: "open" | "person" | "bot";
  name: string;
  level: string;
  online: boolean;
  yours: boolean;
  style: string;
  who: string[];
  told?: string;
  link?: string;
}

/** The clock of a table. */
export interface ClockSettingReply {
  kind: "move" | "game";
  seconds: number;
  zero: "bot" | "resign" | "nothing";
}

/** The seats of a table and how it was set up. */
export interface TableReply {
  id: string;
  game: string;
  title: string;
  players: number;
  options: Record<string, unknown>;
  private: boolean;
  status: "waiting" | "playing" | "over";
  seats: SeatReply[];
  host: boolean;
  chat: "free" | "phrases" | "off";
  phrases: string[];
  levels: string[];
  suggested: string[];
  clock: ClockSettingReply | null;
  friendly: boolean;
  programs: boolean;
  research: boolean;
  house: string;
  departs: string;
  rules: string | null;
  watchers: number;
  reach: string | null;
  goal: string;
  previews: boolean;
}

/** The actors whose turn it is. */
export interface TurnReply {
  to_act: (number | "chance")[];
  yours: boolean;
  ply: number;
  text: string;
  undo?: "now" | "ask" | null;
  acted?: number;
  decided?: string;
}

/** The clocks, in milliseconds. */
export interface ClockReply {
  seats: number[];
  running: number[];
  window: number | null;
  opens?: number;
  first?: boolean;
}

/** How the game ended. */
export interface OutcomeReply {
  winners: number[];
  scores: number[];
  reason: string;
  text: string;
  personal?: string;
}

/** A proposal to the other players, or its result. */
export interface AskReply {
  id: number;
  what: "undo" | "rematch" | "sit" | "stop";
  by: number;
  asked?: number[];
  yours?: boolean;
  text?: string;
  closed?: boolean;
  yes?: boolean;
}

/** A line of chat. */
export interface ChatReply {
  seat: number | null;
  who: string;
  name: string;
  text: string;
  at: number;
  ply?: number;
}

/** The address of the rematch. */
export interface NextReply {
  url: string;
}

/** An event as text. */
export interface LogLineReply {
  ply: number;
  text: string;
}

/** The end of a round or of one game of a match. */
export interface ChapterReply {
  ply: number;
  text: string;
}

/** Earlier events, as text or as a seat heard them. */
export interface PastReply {
  first: number;
  told?: LogLineReply[];
  heard?: [string, string][];
}

/** An earlier position. */
export interface RecallReply {
  ply: number;
  plies: number;
  scene: RecallSceneReply;
  told: string[];
}

/** A step of a hint. */
export interface HintReply {
  step: number;
  text: string;
  why?: string;
  words: string[];
  action?: string;
}

/** A message of the coach. */
export interface CoachReply {
  ply: number;
  now: string;
  why: string;
}

/** Each seat's share of the win. */
export interface OutlookReply {
  ply: number;
  shares: number[];
}

/** A message to a client: one or more of these keys. */
export interface Reply {
  ok?: string | number;
  table?: TableReply;
  back?: number;
  earlier?: number;
  turn?: TurnReply;
  heard?: [string, string][];
  facts?: Record<string, unknown>;
  legal?: Record<string, string[]>;
  chapter?: ChapterReply;
  told?: LogLineReply[];
  scene?: TableSceneReply;
  choices?: ChoicesReply;
  scores?: number[];
  jots?: Record<string, string>;
  clock?: ClockReply;
  outcome?: OutcomeReply;
  fault?: string;
  ask?: AskReply;
  next?: NextReply;
  chat?: ChatReply;
  refused?: RefusedReply;
  error?: string;
  ref?: string | number;
  unsure?: boolean;
  why?: WhyReply;
  second?: SecondReply;
  preview?: PreviewReply;
  recall?: RecallReply;
  past?: PastReply;
  hint?: HintReply;
  coach?: CoachReply;
  outlook?: OutlookReply;
  pong?: boolean;
  line?: "lost" | "open";
  move?: boolean;
}

/** The verdict on an action in a lesson or a puzzle. */
export interface VerdictAnswer {
  kind: string;
  text: string;
  action?: string;
}

/** The picture and the texts of a step of a lesson, or of a puzzle. */
export interface ExerciseAnswer {
  verdict?: VerdictAnswer;
  told?: string[];
  scene?: SceneReply;
  choices?: ChoicesReply;
  why?: WhyReply;
  preview?: PreviewReply;
  refused?: RefusalReply;
}

/** The reply of a lesson to certain wrong actions. */
export interface WrongAnswer {
  actions: string[];
  text: TextReply;
}

/** A step of a lesson. */
export interface LessonStepAnswer {
  url: string;
  text: TextReply;
  hint: TextReply | null;
  done: TextReply | null;
  asks: boolean;
  seat: number;
  good: string[];
  goal: Record<string, unknown>;
  words: string[];
  wrong: WrongAnswer[];
  reply: string[];
  picked: string[];
  mark: string[];
  clauses: string[];
  record: unknown;
}

/** A lesson. */
export interface LessonAnswer {
  id: string;
  title: TextReply;
  steps: LessonStepAnswer[];
}

/** A game's lessons. */
export interface CourseAnswer {
  game: string;
  title: TextReply;
  rules: string | null;
  openings: string | null;
  lessons: LessonAnswer[];
  players?: number[];
  level?: string;
}

/** The hints of a puzzle. */
export interface HintsAnswer {
  hints: PuzzleHint[];
}

/** A hint of a puzzle. */
export interface PuzzleHint {
  text: string;
  mark: string[];
}

/** A game's puzzle of the day. */
export interface PuzzleOfTheDay {
  game: string;
  title: TextReply;
  puzzle: string;
  kind: TextReply;
  grade: TextReply;
  url: string;
}

/** The puzzle of the day of every game. */
export interface TodayAnswer {
  day: string;
  game: string | null;
  games: PuzzleOfTheDay[];
}

/** A puzzle for a page, without its positions and solutions. */
export interface PuzzleAnswer {
  id: string;
  kind: string;
  grade: number;
  film: number;
  url: string;
  question: TextReply;
}

/** A day, and its puzzle. */
export interface DayAnswer {
  date: string;
  puzzle: string;
}

/** A game's puzzles. */
export interface PuzzlesAnswer {
  game: string;
  title: TextReply;
  day: DayAnswer;
  grades: TextReply[];
  kinds: Record<string, TextReply>;
  puzzles: PuzzleAnswer[];
}

/** The person or bot in a seat, and the style of their pieces. */
export interface PlayerAnswer {
  seat: number;
  name: string;
  style: string;
}

/** How a finished game ended. */
export interface FinishedAnswer {
  winners: number[];
  scores: number[];
  reason: string;
  text: string;
}

/** A finished game at one of its positions. */
export interface ReplayAnswer {
  id: string;
  game: string;
  title: string;
  seats: PlayerAnswer[];
  ply: number;
  plies: number;
  told: LogLineReply[];
  scene: SceneReply;
  scores: number[] | null;
  outcome: FinishedAnswer | null;
}

/** A seat, and whether its game can be reviewed. */
export interface ReviewPlayerAnswer {
  seat: number;
  name: string;
  style: string;
  open: boolean;
}

/** The seat that a review is about, and the seats that can be reviewed. */
export interface ReviewPageAnswer {
  id: string;
  game: string;
  title: string;
  plies: number;
  seat: number;
  seats: ReviewPlayerAnswer[];
}

/** An action, its share of the win, and the expected continuation. */
export interface StoryAnswer {
  action: string;
  text: string;
  share: number;
  ahead: string[];
}

/** A position in which another action was better. */
export interface ReviewMomentAnswer {
  ply: number;
  played: StoryAnswer;
  better: StoryAnswer;
  lost: number;
  link: string;
  picture: string;
}

/** A review as far as it is computed. */
export interface ReviewProgressAnswer {
  status: "ready" | "thinking";
  done: number;
  choices: number;
  moments: ReviewMomentAnswer[];
}

/** The whole answer to a request for a review. */
export interface ReviewAnswer {
  id: string;
  game: string;
  title: string;
  plies: number;
  seat: number;
  seats: ReviewPlayerAnswer[];
  status: "ready" | "thinking";
  done: number;
  choices: number;
  moments: ReviewMomentAnswer[];
}

/** A turning point of a game. */
export interface SwingAnswer {
  ply: number;
  seat: number;
  change: number;
  text: string;
}

/** Each seat's expected share of the win over a game, as far as it is computed. */
export interface CurveAnswer {
  status: "ready" | "thinking";
  plies: number;
  shares: [number, number[]][];
  swings: SwingAnswer[];
}

/** The evaluation graph of a game, with its players. */
export interface ChancesAnswer {
  status: "ready" | "thinking";
  plies: number;
  shares: [number, number[]][];
  swings: SwingAnswer[];
  seats: PlayerAnswer[];
}

/** Show the table as that seat sees it; null: as a spectator does. */
export interface LookMessage {
  do: "look";
  seat?: number | null;
}

/** Pick these words and show what can be pressed next; as a preview, show the action they would make. */
export interface PickMessage {
  do: "pick";
  picked?: string[];
  preview?: boolean;
}

/** Press this word after those: it is picked, released or played at once; if it cannot be pressed, the answer says why. */
export interface PressMessage {
  do: "press";
  word: string;
  picked?: string[];
  hold?: boolean;
  ref?: string | number | null;
  ply?: number | null;
}

/** Rotate the held piece by some steps; the picked words are those after pressing it. */
export interface RotateMessage {
  do: "rotate";
  picked?: string[];
  by?: number;
}

/** Show an earlier position, as the seat saw it after its film. */
export interface RecallMessage {
  do: "recall";
  ply: number;
}

/** Play an action for a seat of the client. */
export interface ActMessage {
  do: "act";
  action: string;
  seat?: number | null;
  ref?: string | number | null;
  sure?: boolean;
  ply?: number | null;
}

/** Take an open seat, or take the client's own seat back from the bot that substitutes. */
export interface SitMessage {
  do: "sit";
  seat: number;
  name?: string;
}

/** Leave a seat, which is open again. */
export interface StandMessage {
  do: "stand";
  seat: number;
}

/** Let a bot play a seat. */
export interface SeatBotMessage {
  do: "bot";
  seat: number;
  level?: string;
}

/** Begin now; bots take the open seats. */
export interface StartMessage {
  do: "start";
}

/** Take my last action back. */
export interface UndoMessage {
  do: "undo";
}

/** Answer a proposal with yes or no. */
export interface AnswerMessage {
  do: "answer";
  ask: number;
  yes: boolean;
}

/** Resign for a seat of the client. */
export interface ResignMessage {
  do: "resign";
  seat?: number | null;
}

/** Stop a game whose result nothing can change any more. */
export interface StopMessage {
  do: "stop";
}

/** Propose another game with the same group. */
export interface RematchMessage {
  do: "rematch";
}

/** Say something: free text, or a phrase by its number. */
export interface ChatMessage {
  do: "chat";
  text?: string;
  phrase?: number | null;
}

/** Mute somebody, or with `yes` false show their chat again. */
export interface MuteMessage {
  do: "mute";
  guest: string;
  yes?: boolean;
}

/** Show the events before a ply. */
export interface EarlierMessage {
  do: "earlier";
  before: number;
}

/** Write a pencil note of a letter or two at a place of the picture, visible to its writer only; an empty text erases it. */
export interface JotMessage {
  do: "jot";
  place: string;
  text?: string;
  seat?: number | null;
}

/** Remove a player from a seat, as the host. */
export interface RemoveMessage {
  do: "remove";
  seat: number;
}

/** Give a hint in steps: where, which, what. */
export interface HintMessage {
  do: "hint";
  step?: number;
  seat?: number | null;
}

/** Explain what the player may do now and why the bot acted as it did. */
export interface CoachMessage {
  do: "coach";
  seat?: number | null;
}

/** Send win probabilities from now on, if the client may have them (or stop, with `yes` false). */
export interface OutlookMessage {
  do: "outlook";
  yes?: boolean;
}

/** Set the client's name. */
export interface NameMessage {
  do: "name";
  name: string;
}

/** Ask for a sign of life. */
export interface PingMessage {
  do: "ping";
}

export type ClientMessage = LookMessage | PickMessage | PressMessage | RotateMessage | RecallMessage | ActMessage | SitMessage | StandMessage | SeatBotMessage | StartMessage | UndoMessage | AnswerMessage | ResignMessage | StopMessage | RematchMessage | ChatMessage | MuteMessage | EarlierMessage | JotMessage | RemoveMessage | HintMessage | CoachMessage | OutlookMessage | NameMessage | PingMessage;
