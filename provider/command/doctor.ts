import { examineProject } from "./doctor-project";
import { examineService } from "./doctor-service";
import { examineSettings } from "./doctor-settings";
import type { Level, Observation } from "./observation";
import { table } from "./table";
import type { Terminal } from "./terminal";
import { count } from "./words";

/** The options of `doctor`. */
export interface DoctorOptions {
  readonly cwd: string;
  readonly stack?: string;
  readonly json?: boolean;
}

/** Checks everything that a project needs and changes nothing; 1 where something has to be fixed. */
export async function examine(options: DoctorOptions, terminal: Terminal): Promise<number> {
  terminal.progress("Checking the project ...");
  const project = await examineProject(options.cwd);
  const { stack, observations } = await examineSettings(options);
  terminal.hide(stack.settings.keys);
  terminal.progress("Checking the service ...");
  const service = await examineService(stack.settings);
  terminal.done();
  const all = [...project, ...observations, ...service];
  if (options.json) terminal.print(JSON.stringify({ observations: all }, undefined, 2));
  else for (const line of report(all)) terminal.print(line);
  const faults = all.filter(({ level }) => level === "fault");
  if (faults.length > 0) {
    const which = faults.map(({ about }) => about).join(", ");
    terminal.fail(`${count(faults.length, "problem", "problems")} found: ${which}.`);
  } else if (!options.json) {
    terminal.print("No problems found.");
  }
  return faults.length > 0 ? 1 : 0;
}

const signs: Readonly<Record<Level, string>> = {
  ok: "ok",
  note: "-",
  warning: "!",
  fault: "ERROR",
};

function report(observations: readonly Observation[]): string[] {
  const rows = observations.flatMap(({ level, about, says, wayOut }) => [
    [signs[level], about, says],
    ...(wayOut === undefined ? [] : [["", "", `-> ${wayOut}`]]),
  ]);
  return [...table(rows), ""];
}
