import { startEmulator } from "email-marketing-emulator";
import type { Engine } from "../tools/engine/executable";
import { openProject } from "./contender/pulumi";
import { seed } from "./program";
import type { CallMeasure } from "./result";

/** Previews a program that asks for the same domain so many times. */
export async function measureIdenticalCalls(engine: Engine, calls: number): Promise<CallMeasure> {
  const emulator = await startEmulator({ seed });
  const program = `
const { getDomain } = require("pulumi-email-marketing");
const asked = Array.from({ length: ${calls} }, () => getDomain({ domain: "acme.example" }));
exports.status = Promise.all(asked).then(([first]) => first.status);
`;
  const project = await openProject(engine, emulator, program);
  try {
    const { exitCode, output } = await project.run("preview");
    if (exitCode !== 0) throw new Error(output);
    return { calls, requests: emulator.requests().length };
  } finally {
    await project.close();
    await emulator.close();
  }
}
