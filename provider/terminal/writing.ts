import { EmailMarketingError } from "../errors/error";

/** What a user has asked to write. */
export interface Asked {
  /** In words, with the path that the user gave, such as `the file report.json`. */
  readonly target: string;
  /** What follows from a failure, as a sentence. */
  readonly advice: string;
}

/** Does a step that writes; what fails is said in one sentence. */
export async function writing<Value>(
  { target, advice }: Asked,
  step: () => Promise<Value>,
): Promise<Value> {
  try {
    return await step();
  } catch (cause) {
    const { code = "unwritable" } = cause as { code?: string };
    throw new EmailMarketingError("config", `can't write ${target} (${code}). ${advice}`, {
      cause,
    });
  }
}
