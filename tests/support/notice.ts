import type { Suite } from "mocha";

/**
 * Listens to what users are told during each test of a suite, `bare` without the word "warning" in front; a sentence is
 * told once in a process.
 */
export function useNotices(suite: Suite, form: "whole" | "bare" = "whole"): () => string[] {
  let told: string[] = [];
  const { warn } = console;
  suite.beforeEach("listens to what users are told", () => {
    told = [];
    console.warn = (sentence: string) =>
      told.push(form === "bare" ? sentence.replace(/^warning: /, "") : sentence);
  });
  suite.afterEach("listens no more", () => {
    console.warn = warn;
  });
  return () => told;
}
