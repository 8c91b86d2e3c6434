/** A text of so many characters. */
export const letters = (count: number): string => "a".repeat(count);
/** A text of so many characters, each of two UTF-16 units. */
export const faces = (count: number): string => "🙂".repeat(count);
/** One input and its limits, at each edge. */
export interface Row {
  readonly input: string;
  readonly inside: readonly unknown[];
  /** Each with what the preview says of it. */
  readonly outside: readonly (readonly [value: unknown, sentence: string])[];
}

/** The limited inputs of a resource or function, and what else it needs; `n` tells objects apart. */
export interface Limited {
  readonly needs: (n: number) => object;
  readonly rows: readonly Row[];
}

/** An input that is one of some words. */
export const word = (input: string, inside: readonly string[], sentence: string): Row => ({
  input,
  inside,
  outside: [["other", sentence]],
});

/** An opaque id, which must not be empty. */
export const id = (input: string): Row => ({
  input,
  inside: ["i"],
  outside: [["", `${input}: must not be empty`]],
});
