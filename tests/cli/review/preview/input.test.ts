import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { runWith } from "../../../support/command";
import { expectError } from "../../../support/expect-error";
import { ofStack } from "../../../support/preview-fixtures";
import { useScratch } from "../../../support/scratch";
import { useEmulator } from "../../../support/service";

const sender = "urn:pulumi:prod::mail::emailmarketing:index:Sender::é";
const [old, now] = ["news", "offers"].map((name) => ({ inputs: { name, email: "[secret]" } }));
const whole = {
  config: { "emailmarketing:timeZone": "UTC" },
  steps: [
    { ...ofStack, oldState: null },
    { op: "update", urn: sender, diffReasons: ["name"], oldState: old, newState: now },
  ],
  diagnostics: [{ urn: sender, severity: "warning", message: "warning: it exists.\n" }],
  changeSummary: { same: 1, update: 1 },
};
const secret = {
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  ciphertext: "[secret]",
};
const states = {
  old: { inputs: { ...old?.inputs, email: secret } },
  new: { inputs: { ...now?.inputs, email: secret } },
};
// Engine events as pulumi 3.259.0 writes them.
const events = [
  { preludeEvent: { config: whole.config } },
  { resourcePreEvent: { metadata: { ...ofStack, detailedDiff: null }, planning: true } },
  { diagnosticEvent: { prefix: "debug: ", message: "Running program\n", severity: "debug" } },
  { resourcePreEvent: { metadata: { op: "update", urn: sender, diffs: ["name"], ...states } } },
  { resOutputsEvent: { metadata: { op: "update", urn: sender, ...states } } },
  { diagnosticEvent: { ...whole.diagnostics[0], prefix: "warning: ", message: "it exists.\n" } },
  { summaryEvent: { resourceChanges: whole.changeSummary, result: "succeeded" } },
  { cancelEvent: {} },
].map((event, sequence) => JSON.stringify({ sequence, timestamp: 1_795_701_192, ...event }));

const digest = JSON.stringify(whole, undefined, 4);
const bytesOf = (text: string, swapped = false) => {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return swapped ? bytes.swap16() : bytes;
};
/** Forms in which shells, pipelines and versions of the CLI may write the same preview. */
const forms: Readonly<Record<string, string | Buffer>> = {
  "unchanged output of the CLI": digest,
  "UTF-8 with a byte order mark": `\ufeff${digest}`,
  "UTF-16, little endian": bytesOf(digest),
  "UTF-16, big endian": bytesOf(digest, true),
  "JSON with Windows line ends": digest.replaceAll("\n", "\r\n"),
  "JSON after the output of a build": `> build {\n\n${digest}`,
  "JSON before a warning of the CLI": `${digest}\nwarning: A new version of Pulumi is available.\n`,
  "JSON with one event on each line": events.join("\n"),
  "JSON with one event on each line, in UTF-16": bytesOf(events.join("\r\n")),
};

const comment = `<!-- pulumi-email-marketing mail/prod -->
### Preview of mail/prod: 1 to update

**Will be mailed**

Nothing: this update sends no email, and changes none that this stack schedules.

**1 warning**

- ⚠️ Sender **é**: it exists.

**Changes**

- update Sender **é**: name
`;

const deep = `${"[".repeat(60_000)}${"]".repeat(60_000)}`;
const early =
  "the file preview.json ends early or is damaged, so the preview can't be read. Its error is in the log.";
const other =
  "the file preview.json is not the output of pulumi preview --json. If the preview failed, its error is in the log.";
const encodings = "UTF-8 nor UTF-16 with a byte order mark.";
const noText = `the file preview.json is neither ${encodings}`;
const stateInstead = other.replace("is not", "is the output of pulumi stack export, and not");
/** Unreadable files, each with the message, and with `failed` if the comment says that the preview failed. */
const unread: Readonly<Record<string, readonly [string | Buffer, string, "failed"?]>> = {
  empty: ["", "the file preview.json is empty. If the preview failed, its error is in the log."],
  "written without --json": [
    "Previewing update (prod):\n",
    "the file preview.json has no JSON. Write it with: pulumi preview --json.",
  ],
  "a state file": ['{"version":3,"deployment":{}}', stateInstead],
  "JSON without steps": ["{}", other],
  "a preview without steps and errors": [
    '{"diagnostics":[{"severity":"warning","message":"x"}]}',
    other,
  ],
  "a preview with a step that names no resource": [
    `{"steps":[${JSON.stringify(ofStack)},{"op":"update"}]}`,
    other,
  ],
  "truncated within a step": [digest.slice(0, 250), early, "failed"],
  "a preview without its last character": [digest.slice(0, -1), early, "failed"],
  "a list of events that ends within a line": [events.join("\n").slice(0, 400), early, "failed"],
  "a list of events without the last event": [events.slice(0, -1).join("\n"), early, "failed"],
  "nested 60,000 levels deep": [
    `{"steps":[${JSON.stringify(ofStack)}],"config":{"a":${deep}}}`,
    "the file preview.json is nested too deeply.",
  ],
  "in Windows-1252": [Buffer.from(digest, "latin1"), noText],
  "in UTF-16 without a byte order mark": [Buffer.from(digest, "utf16le"), noText],
};

describe("the command comment's preview file", function () {
  const emulator = useEmulator(this);
  const scratch = useScratch(this);
  const file = (name: string) => join(scratch(), name);
  const run = (...args: string[]) => runWith(emulator(), { folder: scratch() }, ...args);
  const runOn = async (content: string | Buffer, command: string, ...args: string[]) => {
    await writeFile(file("preview.json"), content);
    return run(command, "--preview", "preview.json", ...args);
  };

  for (const [form, content] of Object.entries(forms)) {
    it(`is accepted if the file is ${form}`, async () => {
      const { exitCode, stdout, stderr } = await runOn(content, "comment");
      expect([exitCode, stderr]).to.deep.equal([0, ""]);
      expect(stdout).to.equal(comment);
    });
  }

  for (const [what, [content, problem, failed]] of Object.entries(unread)) {
    it(`causes an error if the file is ${what}`, async () => {
      expectError(await runOn(content, "comment"), problem);
      const { exitCode, stdout } = await runOn(content, "comment", "--status", "0");
      const headline = failed === undefined ? "the preview can't be read" : "the preview failed";
      expect(exitCode).to.equal(0);
      expect(stdout.split("\n")).to.include(`### Preview: ${headline}`);
      expect(stdout).to.include(`\n- 🛑 ${problem}\n`).and.not.include("no changes");
    });
  }

  it("causes an error if the file is missing", async () => {
    const missing = "can't read the file preview.json (ENOENT).";
    for (const command of ["comment", "show"]) {
      expectError(await run(command, "--preview", "preview.json"), missing);
    }
    await writeFile(file("Pulumi.yaml"), "name: mail\nruntime: nodejs\n");
    const given = ["--status", "1", "--stack", "acme/prod"];
    const { stdout } = await run("comment", "--preview", "preview.json", ...given);
    expect(stdout).to.match(
      /^<!-- pulumi-email-marketing mail\/prod -->\n### Preview of mail\/prod: the preview failed\n/,
    );
    expect(stdout).to.include(`- 🛑 ${missing}`);
  });
});

describe("reading a command's input file", function () {
  const emulator = useEmulator(this);
  const scratch = useScratch(this);
  const stateOf = (email: object) => {
    const news = { urn: "urn:news", type: "emailmarketing:index:Sender", id: "s-1" };
    return JSON.stringify({ deployment: { resources: [{ ...news, outputs: { email } }] } });
  };
  const ofState = "Use a file written by pulumi stack export.";
  const ofSample = 'It must be a JSON object of texts, such as {"first_name": "Ada"}.';
  const ofLinks = "It must be links.json from the folder that show --links wrote.";
  const rows: readonly (readonly [string, string, string | Buffer, string])[] = [
    ["state", "is truncated JSON", "{", `is not JSON. ${ofState}`],
    ["state", "is a list", "[]", `can't be used. ${ofState}`],
    ["state", "is nested 60,000 levels deep", deep, `is nested too deeply. ${ofState}`],
    [
      "state",
      "has a secret that is nested 60,000 levels deep",
      stateOf({ ...secret, plaintext: deep }),
      `has a secret that is not JSON. ${ofState}`,
    ],
    [
      "state",
      "is neither UTF-8 nor UTF-16",
      Buffer.from([0xe9, 0x0a]),
      `is neither ${encodings} ${ofState}`,
    ],
    [
      "state",
      "has a secret that is not JSON",
      stateOf({ ...secret, plaintext: "{" }),
      `has a secret that is not JSON. ${ofState}`,
    ],
    [
      "sample",
      "has an object in place of a text",
      '{"first_name":{"toString":1}}',
      `can't be used. ${ofSample}`,
    ],
    ["sample", "is a list", "[]", `can't be used. ${ofSample}`],
    [
      "links",
      "has a number in place of a campaign's name",
      '{"campaigns":[{"campaign":7}]}',
      `can't be used. ${ofLinks}`,
    ],
    [
      "links",
      "has a number in place of a redirect's final address",
      '{"campaigns":[{"campaign":"a","addresses":[{"verdict":"dead","address":"b","answer":"c","finalAddress":7}]}]}',
      `can't be used. ${ofLinks}`,
    ],
    [
      "links",
      "has a list in place of the images' size",
      '{"campaigns":[{"campaign":"a","addresses":[],"imageWeight":[]}]}',
      `can't be used. ${ofLinks}`,
    ],
  ];
  const commands: Readonly<Record<string, readonly [string, readonly string[]]>> = {
    state: ["the state file", ["drift", "--state"]],
    sample: ["the sample", ["show", "--preview", "preview.json", "--sample"]],
    links: ["the file", ["comment", "--preview", "preview.json", "--links"]],
  };

  for (const [kind, what, content, problem] of rows) {
    it(`fails if the ${kind} file ${what}`, async () => {
      const path = join(scratch(), "given.json");
      await writeFile(path, content);
      await writeFile(join(scratch(), "preview.json"), digest);
      const [name, args] = commands[kind] ?? ["", []];
      const ended = await runWith(emulator(), { folder: scratch() }, ...args, path);
      expectError(ended, `${name} ${path} ${problem}`);
    });
  }

  it("accepts a state file in UTF-16, the encoding of PowerShell", async () => {
    const state = { deployment: { resources: [{ urn: "urn:a", type: "a", id: "1" }] } };
    await writeFile(join(scratch(), "state.json"), bytesOf(JSON.stringify(state)));
    const where = { folder: scratch() };
    const { stdout } = await runWith(emulator(), where, "drift", "--state", "state.json");
    expect(stdout).to.equal("The stack has no resources of this package.\n");
  });
});
