/** A feature of HTML or CSS in a mail that email clients don't support. */
export interface UnsupportedFeature {
  readonly feature: string;
  /** Names as caniemail.com has them, such as `outlook.windows`. */
  readonly clients: readonly string[];
  /** The line of its first use, from 1. */
  readonly line: number;
  readonly url?: string;
}
