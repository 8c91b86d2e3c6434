import type { LoggedRequest } from "email-marketing-emulator";
import type { Changes } from "../engine/change";

/** One step of the demo: commands of the Pulumi CLI and of the package, and what must come of them. */
export interface Step {
  /** What happens, for people. */
  name: string;
  /** What is changed in the program before the commands: a text, and what takes its place. */
  edit?: readonly [from: string, to: string];
  /** What somebody changes in the service's web app before the commands. */
  webEdit?: { readonly campaign: string; readonly fields: Readonly<Record<string, string>> };
  /** Run one after the other, up to the first that fails. What is printed as JSON goes into preview.json. */
  commands: readonly string[];
  /** The exit status of the last one; 0 by default. */
  exitCode?: number;
  /** How many resources must change, the stack itself among them. */
  changes: Changes;
  /** Each request that must change something in the service, as `METHOD /path` below `/v1`. */
  writes: readonly string[];
}

/** What came of a step. */
export interface Outcome {
  exitCode: number;
  changes: Changes;
  /** The requests that reached the service during the step. */
  requests: readonly LoggedRequest[];
}

const search = /\/(?:search|opens|unsubs|inbox-tracking|campaign\/list)$/;

/** The requests that change something, sorted: all but GET and the searches that are sent by POST. */
export function writesOf(requests: readonly LoggedRequest[]): string[] {
  return requests
    .filter(({ method, path }) => method !== "GET" && !search.test(path))
    .map(({ method, path }) => `${method} ${path.replace(/^\/v1/, "")}`)
    .sort();
}

/** How an outcome differs from what its step says; nothing when all is as it should be. */
export function deviations(step: Step, outcome: Outcome): string[] {
  const found: string[] = [];
  if (outcome.exitCode !== (step.exitCode ?? 0)) {
    found.push(`the command ended with status ${outcome.exitCode}`);
  }
  const changes = countsOf(outcome.changes);
  if (changes !== countsOf(step.changes)) {
    found.push(`resources: ${changes}; expected ${countsOf(step.changes)}`);
  }
  const writes = writesOf(outcome.requests).join(", ") || "none";
  const expected = [...step.writes].sort().join(", ") || "none";
  if (writes !== expected) {
    found.push(`requests that change something: ${writes}; expected ${expected}`);
  }
  return found;
}

function countsOf(changes: Changes): string {
  const counts = Object.entries(changes).sort(([a], [b]) => a.localeCompare(b));
  return counts.map(([kind, count]) => `${kind} ${count}`).join(", ") || "none";
}
