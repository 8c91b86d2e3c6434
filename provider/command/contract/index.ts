import { version } from "../../errors/package";
import { exactJson } from "../../errors/redact";
import type { Settings } from "../../settings/settings";
import { count, type Terminal, table } from "../../terminal";
import { writeTogether } from "../../terminal/write-together";
import { type ContractReport, type ContractResult, checkContract } from "./check";

/** The options of `doctor --contract`. */
export interface ContractOptions {
  readonly cwd: string;
  readonly json?: boolean;
  /** A file for the report. */
  readonly report?: string;
  readonly campaignId?: string;
  readonly contactId?: string;
  readonly fileId?: string;
}

/** Compares the service with the contract, and reports it; 2 where something differs. */
export async function examineContract(
  settings: Settings,
  options: ContractOptions,
  terminal: Terminal,
): Promise<number> {
  terminal.progress("Asking the service ...");
  const { campaignId: campaign, contactId: contact, fileId: file } = options;
  const report = await checkContract(settings, { campaign, contact, file });
  terminal.done();
  const json = exactJson({ version, ...report }, 2);
  if (options.report !== undefined) {
    await writeTogether(options.cwd, [{ path: options.report, content: `${json}\n` }]);
  }
  for (const line of options.json ? [json] : lines(report)) terminal.print(line);
  const differing = report.results.filter(({ outcome }) => outcome === "differs");
  const tried = report.results.filter(({ outcome }) => outcome !== "not tried");
  if (tried.length === 0) {
    terminal.fail("No operation could be compared. The report says why.");
    return 1;
  }
  const found = differing.flatMap((result) => result.differences);
  if (found.length === 0) {
    if (!options.json) terminal.print(`All ${tried.length} replies are as documented.`);
    return 0;
  }
  terminal.fail(
    `${count(found.length, "difference", "differences")} found. Please report them with this report, which contains no key ` +
      "and no contact data. Until the package is corrected, extraFields can send a field under another name.",
  );
  return 2;
}

function lines({ results, headers, guesses }: ContractReport): string[] {
  const list = (names: readonly (string | number)[]) => names.join(", ") || "none";
  return [
    ...table(results.flatMap(rows)),
    "",
    `Date header: ${headers.date}. Retry-After: ${headers.retryAfter.length === 0 ? "never" : `with status ${list(headers.retryAfter)}`}. Rate limit headers: ${list(headers.rateLimit)}.`,
    "",
    "Not from the specification (A: the vendor's own client, B: several public clients, C: one, D: a guess):",
    ...table(guesses.map(({ grade, where, what }) => [`  ${grade}`, where, what])),
    "",
  ];
}

function rows(result: ContractResult): string[][] {
  const { outcome, operation, asked, why, durationMs, source } = result;
  const about = [
    ...(asked === "what exists" ? [] : [asked]),
    ...(source === "specification" ? [] : ["known from public clients"]),
    ...(why === undefined ? [] : [why]),
    ...(durationMs === undefined ? [] : [`${durationMs} ms`]),
  ];
  const [first = "", ...others] = result.differences;
  return [
    [outcome, operation, about.join("; ")],
    ...(first === "" ? [] : [first, ...others].map((one) => ["", "", `-> ${one}`])),
  ];
}
