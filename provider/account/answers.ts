/** Answers by key, each asked for once for all who want it. */
export interface Answers<Value> {
  /** The answer that is known or under way; else the one that `ask` gives. Only what was answered is kept. */
  once(key: string, ask: () => Promise<Value | undefined>): Promise<Value | undefined>;
  forget(): void;
}

/** Nothing is asked before somebody wants it. */
export function createAnswers<Value>(): Answers<Value> {
  const asked = new Map<string, Promise<Value | undefined>>();
  return {
    async once(key, ask) {
      const known = asked.get(key) ?? ask();
      asked.set(key, known);
      let answer: Value | undefined;
      try {
        answer = await known;
      } finally {
        // A failure is reported to those who waited, and the next one asks anew.
        if (answer === undefined && asked.get(key) === known) asked.delete(key);
      }
      return answer;
    },
    forget: () => asked.clear(),
  };
}
