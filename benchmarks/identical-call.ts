import type { Engine } from "../tools/engine/executable";
import { seed } from "./program";
import { withProject } from "./project";
import { figure, type Row } from "./row";

/** Counts the requests of a preview that calls one function many times with the same arguments. */
export function measureIdenticalCalls(engine: Engine, calls: number): Promise<Row[]> {
  const program = `
const { getDomain } = require("pulumi-email-marketing");
const asked = Array.from({ length: ${calls} }, () => getDomain({ domain: "acme.example" }));
exports.status = Promise.all(asked).then(([first]) => first.status);
`;
  return withProject(engine, { seed, program }, async (project, emulator) => {
    await project.run("preview");
    const what = `${figure(calls)} identical function calls`;
    const requests = emulator.requests().length;
    return [{ what, measured: requests, atMost: 1, digits: 0, unit: "requests" }];
  });
}
