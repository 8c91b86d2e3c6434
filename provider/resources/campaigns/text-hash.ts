import { createHash } from "node:crypto";

/** What the state keeps in place of a text of the service. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
