import type { Sample } from "#mail/page";
import { readWrittenFile } from "../stack/written-json";
import { sampleSchema } from "../stack/written-schema";

/** Reads values for merge tags from a file; without one there are none. */
export async function readSample(file: string | undefined): Promise<Sample> {
  if (file === undefined) return {};
  const source = `the sample ${file}`;
  const origin = 'It must be a JSON object of texts, such as {"first_name": "Ada"}.';
  const sample = await readWrittenFile<object>(file, { source, origin }, sampleSchema);
  return Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, String(value)]));
}
