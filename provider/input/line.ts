import type { Finding } from "./finding";

const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** Findings about line breaks, within or at the end of a text that must be one line. */
export function judgeLine(value: unknown, path: string): Finding[] {
  if (typeof value !== "string") return [];
  const text = value.trimEnd();
  const within = lineBreak.exec(text);
  if (within) {
    const at = [...text.slice(0, within.index)].length;
    const problem = `must not contain a line break (there is one after ${at} characters). Put a space in its place`;
    return [{ path, problem }];
  }
  if (!lineBreak.test(value.slice(text.length))) return [];
  const problem =
    "ends with a line break, as files and YAML blocks do, and is sent with it. Remove it with trim() (strip() in Python, strings.TrimSpace in Go); in YAML, begin the block with |- in place of |.";
  return [{ path, level: "warning", problem }];
}
