import type { Emulator } from "email-marketing-emulator";
import {
  isObject,
  mark,
  type Properties,
  secretMark,
  stringsIn,
} from "../../../provider/plain/value";
import { canaryKeys } from "../../support/canary";
import type { Runtime } from "../../support/runtime";
import { unknown } from "../../support/wire-value";
import { openDynamic } from "./dynamic";
import { openPlugin } from "./plugin";
import { type Declared, withIds } from "./program";
import type { IsSecret, Shown, Stored } from "./provider";

/** A stack whose commands call a runtime as the engine does. */
export interface Stack {
  preview(program: readonly Declared[], settings?: Properties): Promise<void>;
  update(program: readonly Declared[], settings?: Properties): Promise<void>;
  refresh(): Promise<void>;
  destroy(): Promise<void>;
}

let processes = 0;

function settingsOf({ baseUrl, verifyUrl }: Emulator, more: Properties = {}) {
  processes += 1;
  return {
    baseUrl,
    verifyUrl,
    apiKey: canaryKeys.apiKey,
    // Another key is another account, so that no process knows what an earlier one has read.
    verifyKey: `of-process-${processes}`,
    account: "loopback",
    operations: "extended",
    timeZone: "Europe/Berlin",
    audienceGapHours: "48",
    ...more,
  } as Record<string, string>;
}

/** Calls one runtime as the engine does: each resource in the order of the program. */
export function createStack(
  runtime: Runtime,
  emulator: Emulator,
  isSecret: IsSecret,
  shown: Shown,
): Stack {
  const objects = new Map<string, Stored>();
  const open = runtime === "plugin" ? openPlugin : openDynamic;
  const idOf = (name: string) => objects.get(name)?.id ?? unknown;
  const resolved = (one: Declared): Declared => ({ ...one, inputs: withIds(one.inputs, idOf) });
  const attempt = async <Value>(step: () => Promise<Value>): Promise<Value | undefined> => {
    try {
      return await step();
    } catch (error) {
      shown.messages.push((error as Error).message);
      return undefined;
    }
  };
  const store = (name: string, stored: Stored) => {
    objects.set(name, stored);
    const visible = Object.entries(stored.outputs).filter(
      ([input]) => runtime === "plugin" || !isSecret(stored.kind, input),
    );
    shown.stored.push(...visibleTexts(Object.fromEntries(visible)));
  };

  return {
    async preview(program, settings) {
      const provider = await open(settingsOf(emulator, settings), isSecret, shown);
      const changed = new Set<string>();
      for (const [order, one] of program.entries()) {
        const old = objects.get(one.name);
        const isChanged = await attempt(() => provider.preview(resolved(one), order, old));
        if (isChanged !== false) changed.add(one.name);
      }
      await provider.runProgram(program, objects, changed);
    },
    async update(program, settings) {
      const provider = await open(settingsOf(emulator, settings), isSecret, shown);
      for (const one of program) {
        const made = await attempt(() => provider.update(resolved(one), objects.get(one.name)));
        if (made) store(one.name, made);
      }
    },
    async refresh() {
      const provider = await open(settingsOf(emulator), isSecret, shown);
      for (const [name, one] of objects) {
        const read = await attempt(() => provider.read(name, one));
        if (read) store(name, { ...one, ...read });
      }
    },
    async destroy() {
      const provider = await open(settingsOf(emulator), isSecret, shown);
      for (const [name, one] of [...objects].reverse()) {
        await attempt(() => provider.remove(name, one));
      }
    },
  };
}

/** The texts in a state, without those that it marks as secret. */
function visibleTexts(value: unknown): string[] {
  if (!isObject(value)) return stringsIn(value);
  if (value[mark] === secretMark) return [];
  return Object.values(value).flatMap(visibleTexts);
}
