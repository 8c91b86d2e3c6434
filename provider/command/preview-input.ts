import { readFile } from "node:fs/promises";
import { text as textOf } from "node:stream/consumers";
import { EmailMarketingError } from "../errors/error";

/** Reads what `pulumi preview --json` printed, from a file or from standard input. */
export async function readPreview(file: string | undefined): Promise<unknown> {
  const preview = file === undefined ? await textOf(process.stdin) : await read(file);
  // Something may be printed before it, such as the output of a build.
  const begin = preview.indexOf("{");
  try {
    return withContent(JSON.parse(preview.slice(begin)));
  } catch (cause) {
    const sentence =
      "the input is not the output of pulumi preview --json. If the preview failed, its error is in the log.";
    throw new EmailMarketingError("config", sentence, { cause });
  }
}

/** Every preview has a step, that of the stack, or says why it has none: an empty one must not read as "no changes". */
function withContent(json: unknown): unknown {
  const { steps, diagnostics } = json as {
    readonly steps?: unknown;
    readonly diagnostics?: unknown;
  };
  if ([steps, diagnostics].some((part) => Array.isArray(part) && part.length > 0)) return json;
  throw new TypeError("it has neither steps nor diagnostics");
}

async function read(file: string): Promise<string> {
  return readFile(file, "utf8").catch((cause: unknown) => {
    throw new EmailMarketingError("config", `can't read the file ${file}.`, { cause });
  });
}
