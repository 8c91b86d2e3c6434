import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { runWith } from "./support/command";
import { expectHarmless, hostileNames, useHostileNames } from "./support/hostile-words";
import { useScratch } from "./support/scratch";
import { useEmulator } from "./support/service";

const names = Object.values(hostileNames);
const ids = names.map((_, at) => at);
const sender = { sender_email: "news@acme.example", sender_name: "News" };
const extended = { EMAIL_MARKETING_OPERATIONS: "extended" };

/** An account whose objects all have hostile names. */
const seed = {
  domains: [{ id: "d-1", domain: "acme.example", status: "verified" as const }],
  senders: ids.map((at) => ({
    id: `s-${at}`,
    sender_email: "a@acme.example",
    sender_name: `spoiled-${at}`,
  })),
  lists: ids.map((at) => ({ id: `l-${at}`, name: `spoiled-${at}` })),
  properties: ids.map((at) => ({ id: `p-${at}`, name: `spoiled-${at}`, type: "text" as const })),
  webhooks: ids.map((at) => ({ id: `w-${at}`, name: `spoiled-${at}`, url: "https://a.example/x" })),
  campaigns: ids.map((at) => ({
    ...{
      id: `c-${at}`,
      name: `spoiled-${at}`,
      subject: `spoiled-${at}`,
      html: `<p>spoiled-${at}</p>`,
    },
    ...{ sender, list_ids: [`l-${at}`] },
  })),
};

const types = "pulumi-nodejs:dynamic/emailmarketing:";
const urnOf = (kind: string, name: string) => `urn:pulumi:prod::mail::${types}${kind}::${name}`;

describe("names with control characters or markup", function () {
  const emulator = useEmulator(this, { seed });
  const spoiling = useHostileNames(this, emulator);
  const scratch = useScratch(this);

  const run = (...args: string[]) => {
    const env = { ...process.env, ...extended, EMAIL_MARKETING_SMTP_URL: "smtp://127.0.0.1:9" };
    const service = { baseUrl: spoiling(), verifyUrl: emulator().verifyUrl };
    return runWith(service, { folder: scratch(), env }, ...args);
  };
  const write = (name: string, content: object) =>
    writeFile(join(scratch(), name), JSON.stringify(content));
  const read = (name: string) => readFile(join(scratch(), name), "utf8");

  it("include forty samples in this test", () => expect(names).to.have.length(40));

  it("are shown harmlessly by the command import", async () => {
    await write("state.json", { version: 3, deployment: null });
    const args = ["import", "--state", "state.json", "--force"];
    const named = (kinds: readonly string[]) => kinds.flatMap((kind) => ["--kind", kind]);
    const campaigns = ids.flatMap((at) => ["--campaign-id", `c-${at}`]);
    for (const more of [
      named(["List", "Sender", "CustomProperty", "WebhookActivation"]),
      [...named(["Campaign"]), ...campaigns],
    ]) {
      const { stdout, stderr } = await run(...args, ...more);
      expectHarmless(stdout + stderr);
      expect(stdout).to.match(/^Wrote /m);
    }
    const program = await read("email-marketing.ts");
    const file = await read("email-marketing.import.json");
    for (const text of [program, file]) expectHarmless(text.replaceAll("N".repeat(1000), "long"));
    const inProgram = [...program.matchAll(/^ {2}name: (".*"),$/gm)];
    expect(inProgram.map(([, name = ""]) => JSON.parse(name) as string)).to.deep.equal(
      names.filter((name) => name.length < 1000),
    );
    const { resources } = JSON.parse(file) as { resources: { inputs: { name: string } }[] };
    expect(resources.map(({ inputs }) => inputs.name)).to.have.length(39);
    const { stdout } = await run(...args, ...named(["Campaign"]), ...campaigns, "--json");
    expectHarmless(stdout);
  });

  it("are shown harmlessly by the command drift", async () => {
    const resources = ids.map((at) => ({
      urn: urnOf("List", names[at] ?? ""),
      ...{ type: `${types}List`, id: `l-${at}`, outputs: { name: "was", account: "loopback" } },
      provider: "urn:pulumi:prod::mail::pulumi:providers:pulumi-nodejs::default::1",
    }));
    await write("state.json", { version: 3, deployment: { resources } });
    const text = await run("drift", "--state", "state.json");
    expectHarmless(text.stdout + text.stderr);
    expect(text.stdout).to.include("Drift in 40 of 40 objects");
    const { stdout } = await run("drift", "--state", "state.json", "--json");
    expectHarmless(stdout.replaceAll("N".repeat(1000), "long"));
    const { drift } = JSON.parse(stdout) as { drift: { differences: { service: string }[] }[] };
    expect(drift.map(({ differences: [one] }) => one?.service)).to.deep.equal(names);
  });

  it("are shown harmlessly by the command doctor", async () => {
    emulator().patch("domains", "d-1", { domain: "acme.example" });
    const { stdout, stderr } = await run("doctor");
    expectHarmless(stdout + stderr);
    expect(stdout).to.include("40 lists");
  });

  it("are shown harmlessly by the commands comment, show and send-test", async () => {
    const inputs = {
      ...{ subject: "New", listIds: ["list-1"] },
      html: '<a href="http://127.0.0.1:9/">a</a>',
    };
    const steps = names.map((name) => ({
      ...{ op: "create", urn: urnOf("Campaign", name) },
      newState: { inputs: { ...inputs, name, sender: { email: "a@acme.example", name: "A" } } },
    }));
    const dates = names.map((name) => ({
      ...{ op: "create", urn: urnOf("CampaignSchedule", name) },
      newState: {
        inputs: { scheduledAt: name, campaignId: name },
        propertyDependencies: { campaignId: [urnOf("Campaign", name)] },
      },
    }));
    // A name within a message of another package is not recognized as a name.
    const diagnostics = names
      .map((name) => name.slice(0, 90))
      .flatMap((name) => [
        { urn: urnOf("Campaign", name), severity: "warning", message: `warning: ${name}\n` },
        { severity: "error", message: `error: Campaign "${name}": ${name} [list-empty listIds]\n` },
      ]);
    await write("preview.json", {
      config: { name: "x" },
      steps: [...steps, ...dates],
      diagnostics,
    });
    const comment = await run("comment", "--preview", "preview.json", "--status", "1");
    expect(comment.stdout).to.include("80 to create");
    expectHarmless(comment.stdout, { isComment: true });
    const shown = await run("show", "--preview", "preview.json", "--links", "--out", "out");
    expect(shown.stdout).to.match(/1 link or image, 0 ok/);
    expectHarmless(shown.stdout + shown.stderr);
    for (const name of await readdir(join(scratch(), "out"))) {
      if (/\.(html|json|ics)$/.test(name)) expectHarmless(await read(join("out", name)));
    }
    const test = ["--preview", "preview.json", "--to", "ada@reader.example", "--yes"];
    // No campaign has the first name, so the command lists the names of all campaigns.
    for (const campaign of ["none", "a\nb", "  ::stop-commands::x", "N".repeat(1000)]) {
      const { output } = await run("send-test", "--campaign", campaign, ...test);
      expectHarmless(output);
    }
  });
});
