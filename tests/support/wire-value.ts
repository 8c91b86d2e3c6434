import { createHash } from "node:crypto";

/** What the engine has in place of a value that is known only after apply; written out, since what reads it is on trial. */
export const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** An asset as the engine sends it; `more` is its path, its text or its address. */
export function assetOf(content: string | Buffer, more: object = {}): object {
  return {
    "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17",
    hash: createHash("sha256").update(content).digest("hex"),
    ...more,
  };
}
