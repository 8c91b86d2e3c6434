import type { Shortfall } from "../client/reader";
import { EmailMarketingError } from "../errors/error";
import { incompleteSearch, lateLook } from "../errors/request-error";
import { createAnswers } from "./answers";
import type { Rows } from "./row-index";
import {
  createWholeReading,
  type Look,
  type ReadingOptions,
  type WholeReading,
} from "./whole-reading";

/** What a request for one object alone has brought. */
export interface Answer<Row> {
  readonly rows: Rows<Row>;
  /** Given where the answer may lack the object although it exists. */
  readonly shortfall?: Shortfall | undefined;
}

/** A request for one object alone. */
export interface SingleRequest<Row> {
  readonly key: string;
  /** Asks until `look` finds what it is after; without it, for all that may fit. */
  readonly ask: (until: number, look?: Look<Row, unknown>) => Promise<Answer<Row>>;
  /** True where the answer alone says that the object is gone: a search may lag behind, a read by id does not. */
  readonly isFinal: boolean;
}

/** What is looked up, and how. */
export interface Sought<Row, Found> {
  readonly look: Look<Row, Found>;
  readonly alone?: SingleRequest<Row> | undefined;
  /** What undefined will be taken for. */
  readonly miss: "absent" | "gone";
  readonly until: number;
}

/** The same of an object that can be asked for alone. */
export interface SoughtAlone<Row, Found> extends Sought<Row, Found> {
  readonly alone: SingleRequest<Row>;
}

/** What look-ups need to know of the kind that is looked up. */
export interface LookUpOptions<Row> extends ReadingOptions<Row> {
  /** True where the service reads one by its id, and so does without a search that is refused. */
  readonly readsById: boolean;
}

/** Look-ups of many who share their requests: of one object alone, and of everything. */
export interface LookUps<Row> {
  /** Asks for the object alone, if that is worth it; what the answer leaves open, a reading of everything decides. */
  lookUp<Found>(sought: Sought<Row, Found>): Promise<Found | undefined>;
  /** Looks into the reading of everything that all share. */
  seek<Found>(sought: Sought<Row, Found>): Promise<Found | undefined>;
  /** Asks for the object alone, whatever is known; what the answer leaves open, a new reading of everything decides. */
  lookUpAnew<Found>(sought: SoughtAlone<Row, Found>): Promise<Found | undefined>;
  /** Forgets every answer, and the reading. */
  forget(): void;
}

/** A reading of everything, and those who wait for a second look at what it lacks. */
interface Begun<Row> {
  readonly reading: WholeReading<Row>;
  /** The reading that this one is a second look at. */
  readonly earlier?: WholeReading<Row>;
  second?: SecondLook<Row>;
}

interface SecondLook<Row> {
  waiting: number;
  readonly isDue: Promise<unknown>;
  begun?: Begun<Row>;
}

/** A search may be so far behind the writes of an earlier process. */
export const longestLagMs = 5000;

/** So many pages are always worth reading; of more, a tenth as many rows must be wanted. */
const fewPages = 20;

/** How long after a deadline the call that meets it may take to say why. */
const lastWordMs = 250;

/**
 * One request for the object alone serves the first who asks; whoever comes next makes it worth reading everything,
 * once, for all, unless only a few are wanted of very many.
 */
export function createLookUps<Row extends { readonly id: string }>(
  options: LookUpOptions<Row>,
): LookUps<Row> {
  const { of, readsById, clock } = options;
  const what = of.words[1];
  const begin = (until: number) => createWholeReading(options, until);
  const answers = createAnswers<Answer<Row>>();
  let wanted = 0;
  let current: Begun<Row> | undefined;
  let refusal: EmailMarketingError | undefined;

  /** A reading that failed is reported to those who waited for it, and begun anew by the next. */
  async function inReading<Value>(
    until: number,
    step: (begun: Begun<Row>) => Promise<Value>,
  ): Promise<Value | undefined> {
    if (refusal) return undefined;
    current ??= { reading: begin(until) };
    const begun = current;
    try {
      return await by(until, step(begun));
    } catch (error) {
      if (current === begun) current = undefined;
      if (!readsById || !isRefusal(error)) throw error;
      refusal = error;
      return undefined;
    }
  }

  /**
   * What others wait for, too, and may have begun later: each waits no longer than its own deadline. A call that meets it
   * ends by itself and knows why, so it gets a moment to say so.
   */
  function by<Value>(until: number, awaited: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const stop = clock.after(Math.max(0, until - clock.now()) + lastWordMs, () =>
        reject(lateLook(what)),
      );
      awaited.then(resolve, reject).finally(stop);
    });
  }

  async function isWorthReadingAll(until: number): Promise<boolean> {
    if (of.isSmall) return true;
    if (wanted === 1 && current === undefined) return false;
    const isWorth = await inReading(until, async ({ reading }) => {
      const count = await reading.pageCount();
      if (count <= fewPages || wanted * 10 >= count) return true;
      // A total may lie: before as many are searched for as few pages have requests, see whether there are more.
      return wanted > fewPages && !(await reading.hasPage(fewPages + 1));
    });
    return isWorth ?? false;
  }

  /** Asks once for all who want the same; undefined, and nothing asked, where reading everything serves better. */
  function askAlone(
    { key, ask }: SingleRequest<Row>,
    until: number,
  ): Promise<Answer<Row> | undefined> {
    return answers.once(key, async () => {
      wanted += 1;
      return (await isWorthReadingAll(until)) ? undefined : ask(until);
    });
  }

  async function lookUp<Found>(sought: Sought<Row, Found>): Promise<Found | undefined> {
    const { look, alone, miss, until } = sought;
    const read = current && look(current.reading.rows, false);
    if (read !== undefined) return read;
    const answer = alone && (await askAlone(alone, until));
    const found = answer && look(answer.rows, true);
    if (found !== undefined || (answer && alone.isFinal)) return found;
    if (answer && !answer.shortfall && miss === "absent") return undefined;
    return seek(sought);
  }

  /**
   * Looks into the reading. The rule for what it lacks: a complete reading, or a later request for the object alone, says
   * that it is absent; that it is gone takes both, and a second look. What is incomplete decides neither.
   */
  async function seek<Found>(sought: Sought<Row, Found>): Promise<Found | undefined> {
    const { look, alone, miss, until } = sought;
    const seen = await inReading(until, async (begun) => ({
      begun,
      ...(await begun.reading.until(look)),
    }));
    if (seen?.found !== undefined) return seen.found;
    if (!alone) {
      if (refusal) throw refusal;
      return requireWhole(seen);
    }
    if (alone.isFinal) {
      const answer = await answers.once(alone.key, () => alone.ask(until));
      return answer && look(answer.rows, true);
    }
    if (miss === "absent" && seen && !seen.shortfall) return undefined;
    const askedAt = clock.now();
    const answer = await alone.ask(until, look);
    const found = look(answer.rows, true);
    if (found !== undefined) return found;
    if (miss === "absent" || !seen) return requireWhole(answer);
    requireWhole(seen);
    const { begun } = seen;
    const isDecided = answer.shortfall
      ? begun.earlier && look(begun.earlier.rows, true) === undefined
      : begun.earlier || askedAt >= lateAt(begun);
    return isDecided ? undefined : lookAgain({ ...sought, alone }, begun, answer);
  }

  /** From when on a look is late enough to show what the reading came too early for. */
  function lateAt({ reading }: Begun<Row>): number {
    return (reading.endedAt() ?? clock.now()) + longestLagMs;
  }

  /** Says that a miss stands for the object's absence; an error where rows are missing. */
  function requireWhole(miss: { readonly shortfall?: Shortfall | undefined } = {}): undefined {
    if (miss.shortfall) throw incompleteSearch(what, miss.shortfall);
    return undefined;
  }

  /**
   * Looks a second time, late enough: at the one that is missing by itself, or, where several are or its own search left it
   * open, at everything once.
   */
  async function lookAgain<Found>(
    { look, alone, until }: SoughtAlone<Row, Found>,
    begun: Begun<Row>,
    { shortfall }: Answer<Row>,
  ): Promise<Found | undefined> {
    const waitMs = Math.max(0, lateAt(begun) - clock.now());
    if (clock.now() + waitMs > until) throw lateLook(what);
    begun.second ??= { waiting: 0, isDue: clock.sleep(waitMs) };
    const { second } = begun;
    second.waiting += 1;
    await second.isDue;
    if (second.waiting === 1 && !shortfall) {
      const answer = await alone.ask(until, look);
      const found = look(answer.rows, true);
      if (found !== undefined || !answer.shortfall) return found;
    }
    second.begun ??= { reading: begin(until), earlier: begun.reading };
    current = second.begun;
    const seen = await by(until, second.begun.reading.until(look));
    return seen.found ?? requireWhole(seen);
  }

  return {
    lookUp,
    seek,
    async lookUpAnew(sought) {
      const { look, alone, until } = sought;
      const answer = await alone.ask(until, look);
      const found = look(answer.rows, true);
      if (found !== undefined || !answer.shortfall) return found;
      // What was read before may be older than what is asked for.
      current = undefined;
      return seek(sought);
    },
    forget() {
      answers.forget();
      current = undefined;
    },
  };
}

/** Whether the service does not offer the search, rather than failing to answer it for now. */
function isRefusal(error: unknown): error is EmailMarketingError {
  if (!(error instanceof EmailMarketingError)) return false;
  return !["auth", "rate-limit", "network", "config"].includes(error.code);
}
