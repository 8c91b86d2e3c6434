import { EmailMarketingError } from "../../../provider/errors/error";
import { exactJson } from "../../../provider/errors/redact";
import { count } from "../../../provider/plain/text";
import type { Settings } from "../../../provider/settings/settings";
import type { Terminal } from "../../terminal";
import type { ContractOptions } from "../contract";
import { type Observation, report } from "./observation";
import { examineProject } from "./project";
import { examineService } from "./service";
import { examineProviders, examineSettings } from "./settings";

export interface DoctorOptions extends ContractOptions {
  readonly stack?: string;
  /** The logical name of the explicit `Provider` whose account is checked. */
  readonly provider?: string;
  readonly contract?: boolean;
}

/**
 * Checks a project's tools, settings and account. With `contract`, compares the service with the contract instead.
 * Sends only reads, and returns the exit status.
 */
export async function examine(options: DoctorOptions, terminal: Terminal): Promise<number> {
  if (options.contract) return compareWithContract(options, terminal);
  terminal.progress("Checking the project ...");
  const project = await examineProject(options.cwd);
  const { stack, observations } = await examineSettings(options);
  terminal.redact(stack.settings.keys);
  terminal.progress("Checking the service ...");
  const elsewhere = await examineProviders(stack, options.cwd);
  const service = elsewhere.length > 0 ? elsewhere : await examineService(stack.settings);
  terminal.clearProgress();
  const all = [...project, ...observations, ...service];
  if (options.json) terminal.print(exactJson({ observations: all.map(asJson) }, 2));
  else for (const line of report(all)) terminal.print(line);
  const faults = all.filter(({ level }) => level === "fault");
  if (faults.length > 0) {
    const which = faults.map(({ about }) => about).join(", ");
    terminal.printToStderr(`${count(faults.length, "problem")} found: ${which}.`);
  } else if (!options.json) {
    const onlyExplicit = elsewhere.some(({ level }) => level === "note");
    terminal.print(`No problems found. Next, ${nextStep(stack.settings, options, onlyExplicit)}`);
  }
  return faults.length > 0 ? 1 : 0;
}

function nextStep(settings: Settings, { provider }: DoctorOptions, onlyExplicit: boolean): string {
  // An explicit Provider doesn't inherit accountDomain from the stack config.
  if (onlyExplicit) {
    return "set the argument accountDomain of each Provider that has none to a sending domain of its account, then run: pulumi preview";
  }
  if (provider !== undefined || settings.value("accountDomain") !== undefined)
    return "run: pulumi preview";
  return "run: pulumi config set emailmarketing:accountDomain DOMAIN, with a sending domain of the account, then pulumi preview";
}

/** Loads the code of the comparison on demand, because only `--contract` needs it. */
async function compareWithContract(options: DoctorOptions, terminal: Terminal): Promise<number> {
  const { stack, observations } = await examineSettings(options);
  terminal.redact(stack.settings.keys);
  // Environment variables may have all the settings, so an unreadable stack config is an error only if the options name
  // a stack or a Provider.
  const unreadable = observations.find(
    ({ level, about }) => level === "fault" && about === "stack config",
  );
  if (unreadable && (options.stack ?? options.provider) !== undefined) {
    throw new EmailMarketingError("config", unreadable.says);
  }
  const { examineContract } = require("../contract") as typeof import("../contract");
  return examineContract(stack.settings, options, terminal);
}

/** Renames `hint` to `wayOut` for the JSON output, because scripts read the name `wayOut`. */
function asJson({ hint, ...observation }: Observation): object {
  return { ...observation, wayOut: hint };
}
