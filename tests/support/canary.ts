import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { Emulator } from "email-marketing-emulator";
import exampleAccount from "../../emulator/account/example.json";
import type { Project } from "./stack";

/** The keys that suites give to their emulators. A text that contains one of them is a leak. */
export const canaryKeys = {
  apiKey: "canary-main-5f0c1d7e2b9a4c36",
  verifyKey: "canary-verify-8d3e6b1f7a2c4950",
};

/** Environment variables with which a program uses an emulator. */
export function environmentOf(
  emulator: Pick<Emulator, "baseUrl" | "verifyUrl">,
): Record<string, string> {
  return {
    EMAIL_MARKETING_BASE_URL: emulator.baseUrl,
    EMAIL_MARKETING_API_KEY: canaryKeys.apiKey,
    EMAIL_MARKETING_VERIFY_URL: emulator.verifyUrl,
    EMAIL_MARKETING_VERIFY_KEY: canaryKeys.verifyKey,
  };
}

const addressesOf = (contacts: readonly { readonly email?: string }[] = []) =>
  contacts.flatMap(({ email }) => (email === undefined ? [] : [email]));

/** The texts that no error may contain in any suite: the keys, and the addresses of the example account's contacts. */
const known = [...Object.values(canaryKeys), ...addressesOf(exampleAccount.contacts)];

/** Fails if a text contains a key or a contact's address. */
export function expectNoLeak(text: string, where: string, canaries: readonly string[] = known) {
  for (const canary of canaries) {
    const spellings = [canary, encodeURIComponent(canary)];
    const holds = spellings.some((one) => text.toLowerCase().includes(one.toLowerCase()));
    expect(holds, `${canary} has leaked into ${where}`).to.equal(false);
  }
}

/**
 * Fails if a key or a contact's address is in the output, logs or plans of a project's commands, or in a file of the
 * backend: the state, its backups and its history.
 */
export async function expectNoLeakOf(project: Project, emulator: Emulator): Promise<void> {
  const canaries = [...known, ...addressesOf(emulator.snapshot().contacts)];
  expectNoLeak(project.printed(), "the output", canaries);
  for (const file of await readdir(project.backend, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    expectNoLeak(await readFile(join(file.parentPath, file.name), "utf8"), file.name, canaries);
  }
  for (const name of await readdir(project.dir)) {
    if (!/\.(log|plan)$/.test(name)) continue;
    expectNoLeak(await readFile(join(project.dir, name), "utf8"), name, canaries);
  }
}
