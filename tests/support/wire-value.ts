import { createHash } from "node:crypto";

/** The engine's placeholder for a value that is unknown until apply. Not imported, because tests check its use. */
export const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

const mark = "4dabf18193072939515e22adb298388d";

export function secret(value: unknown) {
  return { [mark]: "1b47061264138c4ac30d75fd1eb44270", value };
}

export function outputValue(given: { value?: unknown; secret?: boolean; dependencies?: string[] }) {
  return { [mark]: "d0e6a833031e9bbcd3f4e8bde6ca49a4", ...given };
}

export function resourceReference(id: string) {
  const urn = "urn:pulumi:dev::test::emailmarketing:index:Campaign::spring";
  return { [mark]: "5cf8f73096256a8f31e491e813e4eb8e", urn, id };
}

/** An asset in the engine's format. `more` has its path, text or address. */
export function assetOf(content: string | Buffer, more: object = {}): object {
  return {
    [mark]: "c44067f5952c0a294b673a41bacd8c17",
    hash: createHash("sha256").update(content).digest("hex"),
    ...more,
  };
}
