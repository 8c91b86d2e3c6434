import type { Suite } from "mocha";

/**
 * Collects the warnings to users during each test of a suite. `bare` removes the word "warning". A process shows each
 * message only once.
 */
export function useWarnings(suite: Suite, form: "whole" | "bare" = "whole"): () => string[] {
  let warnings: string[] = [];
  const { warn } = console;
  suite.beforeEach("listens to what users are told", () => {
    warnings = [];
    console.warn = (sentence: string) =>
      warnings.push(form === "bare" ? sentence.replace(/^warning: /, "") : sentence);
  });
  suite.afterEach("listens no more", () => {
    console.warn = warn;
  });
  return () => warnings;
}
