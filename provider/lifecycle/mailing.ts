import type { Finding } from "../input/finding";
import type { QuestionContext } from "./question";
import type { Audience } from "./recipients";

/** What a step has the service mail. Settings forbid it, or some of it. */
export interface Mailing {
  /** Whether this step has it mailed; else another one may, or somebody in the service's web app. */
  readonly isSent: boolean;
  /** When, as it is declared; absent where that is at once, or is not said. */
  readonly at?: string;
  /** Why it must not be sent now, since it may have been sent before. A preview asks; the step looks right before it sends. */
  readonly refusal?: (context: QuestionContext) => Promise<readonly Finding[]>;
  /**
   * Whom it goes to, where it is a campaign: undefined for one that can't be known here, and "later" for one that the update
   * will know.
   */
  readonly audience?: (context: QuestionContext) => Promise<Audience | "later" | undefined>;
}
