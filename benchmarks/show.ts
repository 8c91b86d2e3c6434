import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startBrowser } from "../tests/support/browser";
import { commandLine } from "../tests/support/command";
import { fileAsset, step } from "../tests/support/shown";
import { runCommand } from "../tools/engine/command";

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
    const [old, html] = [body(at, "before"), body(at, "after")];
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

/** A mail of 100 kB as tools compile it: nested tables with their styles inline, a picture and a link in each section. */
function body(campaign: number, changed: string): string {
  const css =
    "font-family:Helvetica,Arial,sans-serif;font-size:16px;line-height:24px;color:#333333;";
  const noise = createHash("sha256").update(String(campaign)).digest("hex");
  const section = (at: number) => `
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#ffffff;margin:0 auto;max-width:600px;">
  <tr><td align="center" style="padding:24px 32px;direction:ltr;font-size:0;text-align:left;vertical-align:top;">
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;">
      <tr><td style="padding:0 0 16px;"><img src="https://images.acme.example/${noise}/${at}.png" alt="Picture ${at}" width="536" style="border:0;display:block;height:auto;outline:none;width:100%;"></td></tr>
      <tr><td style="${css}"><p style="margin:0 0 16px;${css}">Hello {{first_name}}, this is section ${at} ${at === 7 ? changed : ""} of a longer mail, with as many words as a reader bears before the next picture comes, and then a few more.</p></td></tr>
      <tr><td style="${css}"><a href="https://shop.acme.example/${noise}/${at}" style="background:#1f7a5a;border-radius:4px;color:#ffffff;display:inline-block;padding:12px 20px;text-decoration:none;">See part ${at}</a></td></tr>
    </table>
  </td></tr>
</table>`;
  let sections = "";
  for (let at = 0; sections.length < 100_000; at += 1) sections += section(at);
  return `<!doctype html><html><head><title>Mail</title></head><body>${sections}</body></html>`;
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
