import type { Sample } from "#mail/page";
import { objectIn, readWrittenFile } from "../../engine/written";

/** Reads values for merge tags from a file; without one there are none. */
export async function readSample(file: string | undefined): Promise<Sample> {
  if (file === undefined) return {};
  const source = `the sample ${file}`;
  const origin = 'It must be a JSON object of texts, such as {"first_name": "Ada"}.';
  const sample = await readWrittenFile(file, { source, origin }, (value) => {
    const values = Object.values(objectIn(value) ?? { value });
    return values.some((one) => typeof one === "object") ? undefined : objectIn(value);
  });
  return Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, String(value)]));
}
