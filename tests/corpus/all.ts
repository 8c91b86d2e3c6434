import { badForAccount } from "./bad-account";
import { badChanges } from "./bad-change";
import { badGuards } from "./bad-guard";
import { badInputs } from "./bad-input";
import { badPrograms } from "./bad-program";
import { good } from "./good";
import { goodChanges } from "./good-change";
import { goodGuards } from "./good-guard";
import { goodPrograms } from "./good-program";
import type { BadProgram, CorpusProgram } from "./program";

/** Every program that fails or does harm when applied. */
export const allBad: readonly BadProgram[] = [
  ...badInputs,
  ...badForAccount,
  ...badChanges,
  ...badPrograms,
  ...badGuards,
];

/** Every program without a problem. */
export const allGood: readonly CorpusProgram[] = [
  ...good,
  ...goodChanges,
  ...goodPrograms,
  ...goodGuards,
];
