import { writeFileSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { readKept } from "../../../emulator/account/file";
import { accountFromSeed } from "../../../emulator/account/seed";
import { createFaultPlan } from "../../../emulator/http/fault";
import { showDrift } from "../../../provider/command/drift";
import { readLinks } from "../../../provider/command/links/file";
import { showCampaigns } from "../../../provider/command/show";
import { openStack } from "../../../provider/command/stack";
import { createTerminal } from "../../../provider/command/terminal";
import { EmailMarketingError } from "../../../provider/errors/error";
import { useScratch } from "../../support/scratch";
import { environmentOf, useEmulator } from "../../support/service";
import { damaged, damagesOf, seed, someDamages, written } from "./damage";

type Meant = (path: readonly string[]) => boolean;

/** What a command said: its result, or the sentence of its error. Any other error is a stack trace for a user. */
async function sentenceOf(run: () => Promise<unknown>): Promise<string> {
  try {
    await run();
    return "";
  } catch (error) {
    if (!(error instanceof EmailMarketingError)) throw error;
    return error.message;
  }
}

const silent = () => createTerminal({ write: () => true }, { write: () => true });
const isOutput: Meant = (path) => path.includes("outputs") && path.at(-1) !== "outputs";
const isInput: Meant = (path) => path.includes("inputs") && path.at(-1) !== "inputs";

describe(`files that others wrote, damaged (seed ${seed})`, function () {
  this.timeout(1_200_000);
  const emulator = useEmulator(this, { seed: heldIn(["state", "dynamic-state"]) });
  const scratch = useScratch(this);
  const before = { ...process.env };
  const cutAt = fc.nat();

  beforeEach(async () => {
    const bin = join(scratch(), "bin");
    await mkdir(bin);
    // What the CLI prints is what a test has written beside it.
    const script = `#!/bin/sh\ncase "$1" in config) cat "${scratch()}/config.json";; *) cat "${scratch()}/state.json";; esac\n`;
    await writeFile(join(bin, "pulumi"), script);
    await chmod(join(bin, "pulumi"), 0o755);
    await writeFile(join(scratch(), "Pulumi.yaml"), "name: test\nruntime: yaml\n");
    Object.assign(process.env, environmentOf(emulator()), {
      EMAIL_MARKETING_OPERATIONS: "extended",
      PATH: `${bin}${delimiter}${process.env.PATH}`,
    });
  });
  afterEach(() => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  });

  const file = (name: string) => join(scratch(), name);
  const out = () => file("out");

  /** Runs a command on a file after damages, and then on what is left of it after a cut. */
  function holds(
    name: string,
    run: (text: string) => Promise<string>,
    { number, isMeant }: { number: number; isMeant?: Meant },
  ) {
    const whole = written(name);
    const property = fc.asyncProperty(someDamages, cutAt, async (list, cut) => {
      const { text } = damaged(whole, list, isMeant);
      for (const content of [text, text.slice(0, cut % text.length)]) {
        expect(await run(content)).to.match(/^[^\n]*$/);
      }
    });
    return fc.assert(property, { seed, numRuns: damagesOf(number) });
  }

  for (const name of ["changed", "dynamic-changed"]) {
    it(`show writes its pages, or says what it can't read: ${name}`, async () => {
      const show = async (text: string) => {
        await writeFile(file("preview.json"), text);
        const options = { cwd: scratch(), preview: file("preview.json"), out: out() };
        const said = await sentenceOf(() => showCampaigns(options, silent()));
        if (said !== "") expect(said).to.include(`the file ${file("preview.json")} `);
        return said;
      };
      await holds(name, show, { number: 5 });
      await holds(name, show, { number: 10, isMeant: isInput });
    });
  }

  for (const name of ["state", "dynamic-state"]) {
    it(`show and drift read a state, or say what they can't read: ${name}`, async () => {
      const use = async (text: string) => {
        await writeFile(file("state.json"), text);
        const options = { cwd: scratch(), state: file("state.json"), out: out() };
        const shown = await sentenceOf(() => showCampaigns(options, silent()));
        if (shown !== "") expect(shown).to.include(`the state file ${file("state.json")} `);
        const said = await sentenceOf(() => showDrift(options, silent()));
        if (shown !== "") expect(said).to.equal(shown);
        return said;
      };
      await holds(name, use, { number: 5 });
      await holds(name, use, { number: 8, isMeant: isOutput });
    });
  }

  it("reads what pulumi config and pulumi stack export print, or says that it can't", async () => {
    const open = async (config: string, state: string) => {
      await writeFile(file("config.json"), config);
      await writeFile(file("state.json"), state);
      return sentenceOf(async () => (await openStack({ cwd: scratch() })).objects());
    };
    await holds("config", (text) => open(text, written("state")), { number: 5 });
    await holds("state", (text) => open(written("config"), text), { number: 5 });
  });

  it("reads a sample, or says that it can't", async () => {
    await writeFile(file("preview.json"), written("changed"));
    const show = async (text: string) => {
      await writeFile(file("sample.json"), text);
      const options = { cwd: scratch(), preview: file("preview.json"), out: out() };
      const given = { ...options, sample: file("sample.json") };
      const said = await sentenceOf(() => showCampaigns(given, silent()));
      if (said !== "") expect(said).to.include(`the sample ${file("sample.json")} `);
      return said;
    };
    await holds("sample", show, { number: 5 });
  });

  it("reads what came of links, or says that it can't", async () => {
    const read = async (text: string) => {
      await writeFile(file("links.json"), text);
      const said = await sentenceOf(() => readLinks(file("links.json")));
      if (said !== "") expect(said).to.include(`the file ${file("links.json")} `);
      return said;
    };
    await holds("links", read, { number: 30 });
  });

  it("has the emulator start from a seed, a kept account and faults, or say what and where it can't read", () => {
    const account = emulator().snapshot();
    const kept = JSON.stringify({ advancedMs: 5, account });
    const faults = JSON.stringify([{ path: "/senders", times: 1, kind: "status", status: 500 }]);
    const now = new Date("2026-01-01T00:00:00Z");
    const uses: readonly (readonly [string, RegExp, (text: string) => unknown])[] = [
      [JSON.stringify(account), /^seed\b.*: /, (text) => accountFromSeed(JSON.parse(text), now)],
      [kept, /^file: can't use .*account\.json: /, (text) => keptIn(text, now)],
      [faults, /^faults\b.*: /, (text) => createFaultPlan([]).set(JSON.parse(text))],
    ];
    for (const [whole, sentence, use] of uses) {
      const property = fc.property(someDamages, (list) => {
        try {
          use(damaged(whole, list).text);
        } catch (error) {
          expect(error).to.have.property("name", "Error");
          expect((error as Error).message).to.match(sentence);
        }
      });
      fc.assert(property, { seed, numRuns: damagesOf(30) });
    }
  });

  function keptIn(text: string, now: Date) {
    writeFileSync(file("account.json"), text);
    return readKept(file("account.json"), now);
  }
});

/** An account that has what recorded states have, so that drift compares the two. */
function heldIn(names: readonly string[]): object {
  const resources = names.flatMap((name) => {
    const state = JSON.parse(written(name)) as {
      deployment: { resources: { type: string; id: string; inputs?: Record<string, string> }[] };
    };
    return state.deployment.resources;
  });
  const of = (kind: string) => resources.filter(({ type }) => type.endsWith(`:${kind}`));
  const byId = (rows: { id: string }[]) => [...new Map(rows.map((row) => [row.id, row])).values()];
  return {
    senders: byId(
      of("Sender").map(({ id, inputs }) => ({
        id,
        sender_email: inputs?.email,
        sender_name: inputs?.name,
      })),
    ),
    properties: [{ id: "property-2", name: "tier", type: "text" }],
    campaigns: byId(
      of("Campaign").map(({ id, inputs }) => ({
        id,
        name: inputs?.name,
        subject: "Edited",
        sender: { sender_email: "news@acme.example", sender_name: "Acme News" },
        html: "<p>Hi</p>",
        status: "Scheduled",
        scheduled_at: "2098-03-09 09:00:00",
      })),
    ),
  };
}
