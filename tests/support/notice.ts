import type { Suite } from "mocha";

/** Listens to what users are told during each test of a suite; a sentence is told once in a process. */
export function useNotices(suite: Suite): () => string[] {
  let told: string[] = [];
  const { warn } = console;
  suite.beforeEach("listens to what users are told", () => {
    told = [];
    console.warn = (sentence: string) => told.push(sentence);
  });
  suite.afterEach("listens no more", () => {
    console.warn = warn;
  });
  return () => told;
}
