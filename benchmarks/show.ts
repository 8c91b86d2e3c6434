import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startBrowser } from "../tests/support/browser";
import { commandLine } from "../tests/support/command";
import { fileAsset, step } from "../tests/support/shown";
import { runCommand } from "../tools/engine/command";
import { mailOf } from "./mail";

/** What it takes to show changed campaigns of 100 kB. */
export interface ShowMeasure {
  /** How the program has their HTML. */
  readonly what: string;
  readonly count: number;
  readonly wallMs: number;
  /** Most memory of the process at one time. */
  readonly peakBytes: number;
  /** Until a browser has loaded the index. */
  readonly openMs: number;
}

/** Writes the pages of changed campaigns, whose HTML comes from files or stands in the preview itself. */
export async function measureShow(count: number): Promise<ShowMeasure[]> {
  const measured: ShowMeasure[] = [];
  for (const what of ["files", "strings"] as const) {
    const folder = await mkdtemp(join(tmpdir(), "email-marketing-bench-"));
    try {
      await layProject(folder, what, count);
      measured.push({ what, count, ...(await show(folder)), openMs: await openIndex(folder) });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return measured;
}

async function layProject(folder: string, what: "files" | "strings", count: number) {
  const base = join(folder, "base");
  await mkdir(base);
  const steps: object[] = [];
  for (let at = 0; at < count; at += 1) {
    const [old, html] = [mailOf(100_000, at, "before"), mailOf(100_000, at, "after")];
    const file = `${at}.html`;
    await writeFile(join(base, file), old);
    await writeFile(join(folder, file), html);
    const given = (text: string) => ({ html: what === "files" ? fileAsset(file, text) : text });
    steps.push(step("update", `campaign-${at}`, given(html), given(old)));
  }
  for (const place of [folder, base]) {
    await writeFile(join(place, "Pulumi.yaml"), "name: mail\nruntime: nodejs\n");
  }
  await writeFile(join(folder, "preview.json"), JSON.stringify({ steps }));
}

async function show(folder: string): Promise<Pick<ShowMeasure, "wallMs" | "peakBytes">> {
  const first = join(__dirname, "show-process.cjs");
  const args = ["--require", first, commandLine, "show", "--preview", "preview.json"];
  const startedAt = performance.now();
  const result = await runCommand(process.execPath, [...args, "--base", "base"], { cwd: folder });
  const wallMs = performance.now() - startedAt;
  if (result.exitCode !== 0) throw new Error(`show failed:\n${result.output}`);
  const [, peak] = /^peak (\d+)$/m.exec(result.stderr) ?? [];
  return { wallMs, peakBytes: Number(peak) };
}

async function openIndex(folder: string): Promise<number> {
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    const index = pathToFileURL(join(folder, "email-marketing-mail", "index.html")).href;
    const startedAt = performance.now();
    await page.goto(index, { waitUntil: "load" });
    return performance.now() - startedAt;
  } finally {
    await browser.close();
  }
}
