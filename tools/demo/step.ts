import type { LoggedRequest } from "email-marketing-emulator";
import type { Changes } from "../engine/change";

/** One step of the demo: commands of the Pulumi CLI and the package, and the expected result. */
export interface Step {
  /** A sentence about the step, which the demo prints. */
  name: string;
  /** A text of the program to replace before the commands run. */
  edit?: readonly [from: string, to: string];
  /** A change in the service's web app before the commands run. */
  webEdit?: { readonly campaign: string; readonly fields: Readonly<Record<string, string>> };
  /** The commands, run in order up to the first that fails. The demo implements the redirection `> preview.json`. */
  commands: readonly string[];
  /** The expected exit status of the last command; 0 by default. */
  exitCode?: number;
  /** The expected number of changed resources, including the stack itself. */
  changes: Changes;
  /** The expected requests that change something in the service, as `METHOD /path` below `/v1`. */
  writes: readonly string[];
}

export interface Outcome {
  exitCode: number;
  changes: Changes;
  requests: readonly LoggedRequest[];
}

const search = /\/(?:search|opens|unsubs|inbox-tracking|campaign\/list)$/;

/** The requests that change something, sorted: everything except GET and the searches that use POST. */
export function writesOf(requests: readonly LoggedRequest[]): string[] {
  return requests
    .filter(({ method, path }) => method !== "GET" && !search.test(path))
    .map(({ method, path }) => `${method} ${path.replace(/^\/v1/, "")}`)
    .sort();
}

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
