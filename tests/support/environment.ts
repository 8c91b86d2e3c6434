import type { Output } from "@pulumi/pulumi";
import type { Emulator, EmulatorOptions } from "email-marketing-emulator";
import type { Suite } from "mocha";
import { environmentOf, useEmulator } from "./service";

/** Gives a suite a function that sets environment variables, which are put back when the suite ends. */
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

/** Prepares a suite whose functions speak to an emulator by the environment's settings. */
export function useDataSources(suite: Suite, options: EmulatorOptions = {}): () => Emulator {
  const emulator = useEmulator(suite, options);
  const setEnvironment = useEnvironment(suite);
  suite.beforeAll("sets the environment", () => setEnvironment(environmentOf(emulator())));
  return emulator;
}

/** The value of an output; undefined when it is unknown. */
export function settledValue<Value>(given: Output<Value>): Promise<Value | undefined> {
  // Not in the SDK's types.
  return (given as unknown as { promise(): Promise<Value | undefined> }).promise();
}
