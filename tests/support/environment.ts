import type { Output } from "@pulumi/pulumi";
import type { Emulator, EmulatorOptions } from "email-marketing-emulator";
import type { Suite } from "mocha";
import { environmentOf, useEmulator } from "./service";

/** Returns a function that sets environment variables. Restores them when the suite ends. */
export function useEnvironment(suite: Suite): (variables: Record<string, string>) => void {
  const before = new Map<string, string | undefined>();
  suite.afterAll("puts the environment back", () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  return (variables) => {
    for (const [name, value] of Object.entries(variables)) {
      if (!before.has(name)) before.set(name, process.env[name]);
      process.env[name] = value;
    }
  };
}

/** Prepares a suite whose functions use an emulator, with its settings in the environment. */
export function useDataSources(suite: Suite, options: EmulatorOptions = {}): () => Emulator {
  const emulator = useEmulator(suite, options);
  const setEnvironment = useEnvironment(suite);
  suite.beforeAll("sets the environment", () => setEnvironment(environmentOf(emulator())));
  return emulator;
}

/** The value of an output, or undefined if the value is unknown. */
export function settledValue<Value>(given: Output<Value>): Promise<Value | undefined> {
  // The SDK's types don't include this method.
  return (given as unknown as { promise(): Promise<Value | undefined> }).promise();
}
