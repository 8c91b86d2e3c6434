import type { Output, Resource } from "@pulumi/pulumi";
import { argumentSettings, defaultSettings } from "../settings/compose";
import { retiredSetting } from "../settings/retired";
import type { Settings } from "../settings/settings";
import { explicitSettings } from "./explicit-settings";
import { readStackConfig, show } from "./program";
import { currentRun } from "./run";
import { providerFromParent } from "./sdk";
import { judgeStackConfig } from "./stack-config";

/** The options by which a resource or a function selects its account. */
export interface Selection {
  readonly provider?: unknown;
  readonly parent?: Resource | undefined;
}

/** The settings of the provider that the options select; undefined when that is the default one. */
export function selectedSettings({
  provider,
  parent,
}: Selection): Readonly<Record<string, Output<string> | string>> | undefined {
  const selected = provider ?? providerFromParent(parent);
  return typeof selected === "object" && selected !== null ? explicitSettings(selected) : undefined;
}

/** The settings in the program: those of the explicit provider, given once they are known, or those of the stack. */
export function programSettings(explicit: Readonly<Record<string, string>> | undefined): Settings {
  // An explicit provider takes settings from there, too.
  judgeStackConfig();
  return explicit === undefined ? defaultSettings(readStackConfig) : argumentSettings(explicit);
}

/**
 * Tells once in a run of a setting that has no effect, and, of what no explicit provider is selected for, that two places hold
 * different keys.
 */
export function tellOfSettings(selection: Selection): void {
  const run = currentRun();
  const retired = run.isRetiredTold ? undefined : retiredSetting(readStackConfig);
  run.isRetiredTold = true;
  if (retired !== undefined) show("warn", retired);
  if (run.hasWarnedOfKey || selectedSettings(selection) !== undefined) return;
  run.hasWarnedOfKey = true;
  const { twoKeys } = defaultSettings(readStackConfig);
  if (twoKeys !== undefined) show("warn", twoKeys);
}
