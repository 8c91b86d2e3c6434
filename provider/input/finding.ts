/** One thing that is wrong with an input; never holds the input's value. */
export interface Finding {
  /** Where: an input's name, deeper parts after dots or in brackets; empty for the resource as a whole. */
  readonly path: string;
  /** What is wrong and what to do, in words that follow the path. */
  readonly problem: string;
}

/** The sentence of a finding. */
export function told({ path, problem }: Finding): string {
  return path === "" ? problem : `${path}: ${problem}`;
}

/** Something that deserves a warning, though nothing is wrong. */
export interface Advice {
  /** What `ignoreChecks` silences it by. */
  readonly name: string;
  /** In words that follow the object's kind and name. */
  readonly problem: string;
}
