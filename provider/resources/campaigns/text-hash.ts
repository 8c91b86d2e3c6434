import { createHash } from "node:crypto";

/** The hash that the state stores in place of a text from the service. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
