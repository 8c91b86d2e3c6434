import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { runWith } from "../../support/command";
import { expectError } from "../../support/expect-error";
import { useScratch } from "../../support/scratch";
import { useEmulator } from "../../support/service";

const stack = '{"op":"same","urn":"urn:pulumi:prod::mail::pulumi:pulumi:Stack::mail-prod"}';
const sender = '{"op":"create","urn":"urn:pulumi:prod::mail::emailmarketing:index:Sender::news"}';
const mark = "<!-- pulumi-email-marketing mail/prod -->";
const noPreview =
  "the file preview.json is not the output of pulumi preview --json. If the preview failed, its error is in the log.";

describe("JSON that others wrote", function () {
  const emulator = useEmulator(this);
  const scratch = useScratch(this);

  const run = (...args: string[]) => runWith(emulator(), { folder: scratch() }, ...args);

  async function runOn(content: string | undefined, command: string, ...args: string[]) {
    if (content !== undefined) await writeFile(join(scratch(), "preview.json"), content);
    return run(command, "--preview", "preview.json", ...args);
  }

  /** The head of a comment, and its first error, which comes behind what will be mailed. */
  async function comment(content: string | undefined, ...args: string[]) {
    const { exitCode, stdout, stderr } = await runOn(content, "comment", ...args);
    expect([exitCode, stderr]).to.deep.equal([0, ""]);
    const lines = stdout.split("\n");
    const problem = lines.find((line) => line.startsWith("- 🛑")) ?? "";
    return [...lines.slice(0, 3), problem].join("\n");
  }

  it("is a comment with what can be read, and one sentence with the file and the place", async () => {
    const text = `{"steps":[${stack},null,${sender}]}`;
    const problem =
      "the file preview.json can't be read in full: steps[1] must be an object (got null).";
    const headline = "### Preview of mail/prod: the preview can't be read in full (1 to create)";
    expect(await comment(text, "--status", "0")).to.equal(
      `${mark}\n${headline}\n\n- 🛑 ${problem.replaceAll(/[[\]]/g, "\\$&")}`,
    );
    const { exitCode, stderr } = await runOn(text, "comment");
    expect([exitCode, stderr]).to.deep.equal([1, `error: ${problem}\n`]);
    expectError(await runOn(text, "show"), problem);
  });

  it("has failed where it ends early, or where the preview did", async () => {
    const headline = "### Preview of mail/prod: the preview failed";
    const cut = "- 🛑 the file preview.json ends early, in line 1, so the preview was stopped.";
    const [ended, short] = [`{"steps":[${stack}]}`, `{"steps":[${stack},{"op":"cr`];
    expect(await comment(short, "--status", "255")).to.equal(`${mark}\n${headline}\n\n${cut}`);
    expect(await comment(ended, "--status", "255")).to.equal(`${mark}\n${headline}\n\n`);
    expect(await comment(ended, "--status", "0")).to.equal(
      `${mark}\n### Preview of mail/prod: no changes\n\n`,
    );
  });

  it("is a comment where it is no preview at all, or missing, if the status is given", async () => {
    const missing = "can't read the file preview.json (ENOENT).";
    expectError(await runOn(undefined, "comment"), missing);
    expect(await comment(undefined, "--status", "1")).to.equal(
      `<!-- pulumi-email-marketing  -->\n### Preview: the preview failed\n\n- 🛑 ${missing}`,
    );
    for (const text of ["", "{}", "[]", "null", "Killed"]) {
      expectError(await runOn(text, "comment"), noPreview);
      expect(await comment(text, "--status", "1"), text).to.include("the preview failed");
    }
  });

  it("never says that nothing changes of a preview without steps", async () => {
    const text = '{"diagnostics":[{"severity":"warning","message":"warning: a sender exists."}]}';
    expect(await comment(text, "--status", "0")).to.equal(
      `<!-- pulumi-email-marketing  -->\n### Preview: the preview can't be read in full\n\n- 🛑 ${noPreview}`,
    );
  });

  it("is a comment under the name of its stack where nothing of the preview says it", async () => {
    await writeFile(join(scratch(), "Pulumi.yaml"), "name: mail\nruntime: nodejs\n");
    const head = `${mark}\n### Preview of mail/prod: the preview failed\n`;
    for (const given of ["prod", "acme/prod", "acme/mail/prod"]) {
      for (const content of [
        "",
        `{"steps":[${stack}]}`,
        '{"steps":[{"op":"same","urn":"other"}]}',
      ]) {
        const text = await comment(content, "--status", "1", "--stack", given);
        expect(text, content).to.match(new RegExp(`^${head}`));
      }
    }
    const other = await comment("", "--status", "1", "--stack", "acme/news/prod");
    expect(other).to.match(/^<!-- pulumi-email-marketing news\/prod -->\n/);
  });

  it("names the file and the place of a secret that is not JSON", async () => {
    const secret = (plaintext: unknown) => ({
      "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
      plaintext,
    });
    const file = join(scratch(), "state.json");
    for (const plaintext of ["{", 5, null, {}]) {
      const outputs = { email: "news@acme.example", reading: { declared: [secret(plaintext)] } };
      const news = { urn: "urn:news", type: "emailmarketing:index:Sender", id: "s-1", outputs };
      await writeFile(file, JSON.stringify({ deployment: { resources: [{}, news] } }));
      expectError(
        await run("drift", "--state", "state.json"),
        `the state file ${file} can't be used: deployment.resources[1].outputs.reading.declared[0] is a secret that is not JSON. Use a file written by pulumi stack export.`,
      );
    }
  });

  it("names the file and the place of a state and of a sample", async () => {
    const file = join(scratch(), "state.json");
    await writeFile(file, '{"deployment":{"resources":[{"urn":"a"},null]}}');
    for (const command of ["show", "drift", "import"]) {
      expectError(
        await run(command, "--state", "state.json"),
        `the state file ${file} can't be used: deployment.resources[1] must be an object (got null). Use a file written by pulumi stack export.`,
      );
    }
    await writeFile(join(scratch(), "sample.json"), '{"first_name":{"toString":1}}');
    expectError(
      await runOn(`{"steps":[${stack}]}`, "show", "--sample", "sample.json"),
      'the sample sample.json can\'t be used: first_name must be a text or a number or true or false (got an object). It must be a JSON object of texts, such as {"first_name": "Ada"}.',
    );
  });
});
