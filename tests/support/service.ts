import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import {
  type Emulator,
  type EmulatorOptions,
  type LoggedRequest,
  startEmulator,
} from "email-marketing-emulator";
import type { Suite } from "mocha";
import { canaryKeys, environmentOf, expectNoLeakOf } from "./canary";
import { validateExchange } from "./exchange";
import type { Project, ProjectOptions } from "./stack";
import { useEngine } from "./stack";

export { canaryKeys, environmentOf } from "./canary";

/** Requests that change nothing in an account. */
const readOnly = /^(GET .*|POST .*\/(search|opens|unsubs|inbox-tracking|campaign\/list))$/;

/**
 * Starts an emulator for a suite. Fails after the suite if an exchange without a fault violated the contract, or if a
 * path or body contained a key.
 */
export function useEmulator(suite: Suite, options: EmulatorOptions = {}): () => Emulator {
  let emulator: Emulator | undefined;
  const violations: unknown[] = [];
  suite.beforeAll("starts the service", async () => {
    emulator = await startEmulator({
      ...canaryKeys,
      ...options,
      onExchange: (exchange) => {
        options.onExchange?.(exchange);
        if (exchange.fault === undefined) violations.push(...validateExchange(exchange));
        const text = exchange.path + exchange.requestBody;
        const leaked = Object.values(canaryKeys).some((key) => text.includes(key));
        if (leaked) violations.push(`${exchange.method} was sent with a key in its path or body`);
      },
    });
  });
  suite.afterAll("stops the service, whose exchanges all kept to the contract", async () => {
    await emulator?.close();
    expect(violations).to.deep.equal([]);
  });
  return () => {
    if (!emulator) throw new Error("the emulator is not started yet");
    return emulator;
  };
}

/** Requests such as `POST /senders`: the method, and the path without the version. */
export function sent(requests: readonly LoggedRequest[]): string[] {
  return requests.map(({ method, path }) => `${method} ${path.replace(/^\/v1/, "")}`);
}

/** The requests that may change something in an account. */
export function changingRequests(requests: readonly LoggedRequest[]): string[] {
  return sent(requests).filter((one) => !readOnly.test(one));
}

/** The number of emails that an account has sent after a century, when every date has passed. */
export function mailsSentInTotal(emulator: Emulator): number {
  emulator.advance(36_600 * 24 * 3_600_000);
  return emulator.snapshot().mails.length;
}

/** A Pulumi project whose programs use an emulator. */
export type ServiceProject = Awaited<ReturnType<ReturnType<typeof useService>["createProject"]>>;

/**
 * Prepares a suite for the engine and an emulator. Projects have the emulator's settings in their environment. A test
 * fails if a preview sends a request that changes something, or if a key or a contact's address leaks.
 */
export function useService(suite: Suite, options: EmulatorOptions = {}) {
  const emulator = useEmulator(suite, options);
  const createProject = useEngine(suite);
  const projects: Project[] = [];
  suite.afterEach("no key and no contact has leaked", async () => {
    for (const project of projects) await expectNoLeakOf(project, emulator());
    projects.length = 0;
  });
  return {
    emulator,
    async createProject(given: ProjectOptions) {
      const env = { ...environmentOf(emulator()), ...given.env };
      const project = await createProject({ ...given, env });
      projects.push(project);
      let seen = emulator().requests().length;
      const preview: Project["preview"] = async (...args) => {
        const before = emulator().requests().length;
        const result = await project.preview(...args);
        const changed = changingRequests(emulator().requests().slice(before));
        expect(changed, "requests of a preview that change something").to.deep.equal([]);
        return result;
      };
      return {
        ...project,
        preview,
        /** The requests since the last call of this function. */
        newRequests() {
          const all = sent(emulator().requests());
          const news = all.slice(seen);
          seen = all.length;
          return news;
        },
        /** Saves the state and the account. The returned function restores both for another test. */
        async keep() {
          const kept = join(project.backend, ".pulumi");
          const file = join(kept, "stacks", project.name, "dev.json");
          const state = await readFile(file, "utf8");
          const account = emulator().snapshot();
          return async () => {
            if (!projects.includes(project)) projects.push(project);
            emulator().reset();
            emulator().seed(account);
            await writeFile(file, state);
            // Remove the lock of a killed command. The leak check has already read backups and history.
            for (const folder of ["locks", "backups", "history"]) {
              await rm(join(kept, folder), { recursive: true, force: true });
            }
            seen = emulator().requests().length;
          };
        },
      };
    },
  };
}
