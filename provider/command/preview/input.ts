import { readFile } from "node:fs/promises";
import { text as readAll } from "node:stream/consumers";
import { EmailMarketingError } from "../../errors/error";
import { firstOf, soundJson, wholeItems } from "../stack/written-json";
import { type Preview, previewSchema } from "../stack/written-schema";

/** What was read of a preview, and why that is not all of it. */
export interface ReadPreview {
  readonly preview: Preview;
  /** True where the JSON ends before its end: the preview was stopped. */
  readonly endsEarly: boolean;
  /** One sentence with the file and the place, where something can't be read. */
  readonly problem?: string;
}

/** Reads what `pulumi preview --json` printed, from a file or from standard input, as far as it can be read. */
export async function readPreview(file: string | undefined): Promise<ReadPreview> {
  const source = file === undefined ? "the input" : `the file ${file}`;
  try {
    return previewIn(
      await (file === undefined ? readAll(process.stdin) : readFile(file, "utf8")),
      source,
    );
  } catch (cause) {
    const { code = "unreadable" } = cause as { readonly code?: string };
    return { preview: {}, endsEarly: false, problem: `can't read ${source} (${code}).` };
  }
}

/** The same, where nothing less than the whole preview will do. */
export async function readWholePreview(file: string | undefined): Promise<Preview> {
  const { preview, problem } = await readPreview(file);
  if (problem !== undefined) throw new EmailMarketingError("config", problem);
  return preview;
}

/** Reads a preview from a text; `source` names the file in a problem. */
export function previewIn(text: string, source: string): ReadPreview {
  // Something may be printed before it, such as the output of a build.
  const begin = Math.max(text.search(/^\{/m), 0) || Math.max(text.indexOf("{"), 0);
  const { json, endsEarly } = wholeItems(text.slice(begin));
  const other = `${source} is not the output of pulumi preview --json. If the preview failed, its error is in the log.`;
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return { preview: {}, endsEarly, problem: other };
  }
  const { value, problems } = soundJson(parsed, previewSchema);
  if (value === undefined) return { preview: {}, endsEarly, problem: other };
  const preview = value as Preview;
  if (problems.length > 0) {
    return {
      preview,
      endsEarly,
      problem: `${source} can't be read in full: ${firstOf(problems)}.`,
    };
  }
  if (endsEarly) {
    const problem = `${source} ends early, in line ${text.split("\n").length}, so the preview was stopped.`;
    return { preview, endsEarly, problem };
  }
  // Every preview has a step, that of the stack, or fails: one without must not read as "no changes".
  const hasFailed = preview.diagnostics?.some(({ severity }) => severity === "error") ?? false;
  const isEmpty = !preview.steps?.length && !hasFailed;
  return { preview, endsEarly, ...(isEmpty && { problem: other }) };
}
