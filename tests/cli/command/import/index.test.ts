import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { Seed } from "email-marketing-emulator";
import { runCommand } from "../../../../tools/engine/command";
import { runWith } from "../../../support/command";
import { expectError } from "../../../support/expect-error";
import { fails, ok } from "../../../support/outcome";
import { rejection } from "../../../support/rejection";
import { useScratch } from "../../../support/scratch";
import { canaryKeys, sent, useEmulator } from "../../../support/service";
import {
  bothForms,
  exportedProvider,
  exportedResource,
  exportOf,
  type Form,
} from "../exported-state";

/** A sender that was added on the day of January with which its id ends. */
const sender = (id: string, sender_email: string, sender_name: string) => ({
  ...{ id, sender_email, sender_name, createdDate: `2025-01-0${id.at(-1)} 00:00:00` },
});

const seed = {
  senders: [
    sender("s-1", "news@acme.example", "News"),
    sender("s-2", "news@acme.example", "Sales"),
    sender("s-3", "jörg@acme.example", "1 \\ \u2028 2"),
    sender("s-4", "shop@beta.example", "Shop"),
    sender("s-5", "SHOP@beta.example", "Shop"),
  ],
  properties: [
    { id: "p-1", name: "class", type: "text" },
    { id: "p-2", name: "Größe", type: "number" },
    { id: "p-3", name: "ein Name, der viel zu lang für uns ist", type: "text" },
    { id: "p-4", name: "姓名全", type: "text" },
  ],
  lists: [
    { id: "l-10", name: "Customers" },
    { id: "l-9", name: "Customers" },
    { id: "l-11", name: "VI" },
  ],
  webhooks: [
    { id: "w-1", name: "Bounces", url: "https://hooks.example.com/?token=1", status: "inactive" },
  ],
  contacts: [{ id: "contact-1", email: "ada@example.com" }],
  campaigns: [
    {
      id: "c-1",
      name: "Spring",
      subject: "New",
      html: "Hi",
      list_ids: ["l-11"],
      sender: { sender_email: "news@acme.example", sender_name: "News" },
    },
  ],
} satisfies Seed;

/** A sender as `pulumi stack export` writes it. */
const held = (form: Form, id: string, name: string, outputs: object, provider?: string) =>
  exportedResource(form, { kind: "Sender", id, name, outputs, ...(provider && { provider }) });
const extended = { EMAIL_MARKETING_OPERATIONS: "extended" };

describe("the command pulumi-email-marketing import", function () {
  const emulator = useEmulator(this, { seed });
  const scratch = useScratch(this);
  beforeEach("begins with the seed", () => emulator().reset());

  async function run(args: string[] = [], env = {}, state: readonly object[] = []) {
    await writeFile(join(scratch(), "state.json"), exportOf(state));
    const where = { folder: scratch(), env };
    return runWith(emulator(), where, "import", "--state", "state.json", ...args);
  }
  const written = async () => {
    const text = await readFile(join(scratch(), "email-marketing.import.json"), "utf8");
    return (JSON.parse(text) as { resources: { id: string; name: string }[] }).resources;
  };
  const names = async () => (await written()).map(({ id, name }) => [id, name]);
  const program = () => readFile(join(scratch(), "email-marketing.ts"), "utf8");

  it("writes no files after an incomplete search for senders, unless --partial is set", async () => {
    emulator().faults([{ path: "/senders/search", times: 99, kind: "wrong-total", total: 450 }]);
    const numbers =
      "the search for senders is incomplete: the service reports 450, but returned 5,";
    const refused = await fails(run(), 1);
    expect(refused.stdout).to.equal("");
    expect(refused.stderr).to.match(new RegExp(`^error: ${numbers}`));
    expect(refused.stderr).to.include(
      "Nothing was written; to write what was returned, add --partial.",
    );
    expect(await rejection(written())).to.include("ENOENT");
    const partial = await ok(run(["--partial"]));
    expect(partial.stderr).to.match(new RegExp(`^warning: ${numbers}`));
    expect(partial.stderr.match(/450/g)).to.have.length(1);
    expect(await written()).to.have.length(4);
  });

  it("skips a campaign if the search for the account's lists is incomplete", async () => {
    emulator().faults([{ path: "/lists/search", times: 9, kind: "wrong-total", total: 450 }]);
    const { stdout, stderr } = await run(["--kind", "Campaign"], extended);
    expect(stderr).to.include("the search for lists is incomplete: the service reports 450,");
    expect(stdout).to.equal(
      'Skipped: Campaign c-1: listIds: the account has no list, or several lists, with a name of "VI"; listIds: must have 1 to 150 elements (got 0).\nNothing to import. No files were written.\n',
    );
  });

  it("writes no program if --resources is plugin, because pulumi import writes the program", async () => {
    const { stdout } = await ok(run(["--resources", "plugin", "--filter", "shop*"]));
    expect(await written()).to.deep.equal([
      { type: "emailmarketing:index:Sender", name: "shop-beta-example", id: "s-4" },
      { type: "emailmarketing:index:Sender", name: "shop-beta-example-shop", id: "s-5" },
    ]);
    expect(await rejection(program())).to.include("ENOENT");
    expect(stdout).to.include(
      "Next, run this with an official Pulumi CLI; it also writes the program, in the language of the project:\n  pulumi import --file email-marketing.import.json --out <program file>\n",
    );
  });

  it("writes no campaigns if --resources is plugin, because the plugin can't import campaigns", async () => {
    await writeFile(join(scratch(), "email-marketing.ts"), "// Somebody's own.");
    const args = ["--resources", "plugin", "--kind", "Campaign"];
    const { stdout } = await ok(run(args, extended));
    expect(stdout).to.equal(
      "Note: the plugin can't import campaigns, because the service doesn't return all of their content. Declare the campaign with existingId set to its id.\n" +
        "Nothing to import. No files were written.\n",
    );
    expect(await program()).to.equal("// Somebody's own.");
  });

  it("chooses plugin resources, not dynamic resources, if the stack already has plugin resources", async () => {
    const state = [held("the plugin", "s-1", "news-acme-example", { account: "loopback" })];
    const { stdout } = await ok(run(["--filter", "news*"], {}, state));
    expect(stdout).to.include("1 object already in the stack");
    expect(await written()).to.deep.equal([
      { type: "emailmarketing:index:Sender", name: "news-acme-example-sales", id: "s-2" },
    ]);
  });

  it("chooses plugin resources, not dynamic resources, if the project's language is Python", async () => {
    for (const runtime of ["python", { options: { virtualenv: "venv" }, name: "python" }]) {
      await writeFile(join(scratch(), "Pulumi.yaml"), JSON.stringify({ name: "go", runtime }));
      const { stdout } = await ok(run(["--force", "--filter", "shop*"]));
      expect(stdout).to.include("it also writes the program, in the language of the project");
    }
  });

  it("derives a unique resource name from each object's address, name or id", async () => {
    const { stdout, stderr } = await ok(run([], extended));
    expect(await names()).to.deep.equal([
      ["s-1", "news-acme-example"],
      ["s-2", "news-acme-example-sales"],
      ["s-4", "shop-beta-example"],
      ["s-5", "shop-beta-example-shop"],
      ["p-1", "class"],
      ["p-2", "grosse"],
      ["p-4", "p-4"],
      ["l-9", "customers"],
      ["l-10", "customers-l-10"],
      ["w-1", "bounces"],
    ]);
    expect(stdout.split("\n")).to.deep.equal([
      'Skipped: Sender s-3: name: must contain only printable ASCII characters, without <, >, @ and ".',
      "Skipped: CustomProperty p-3: name: must be 3 to 30 characters long (got 38).",
      "Skipped: List l-11: name: must be 3 to 100 characters long (got 2).",
      "Wrote 4 senders, 3 custom properties, 2 lists and 1 webhook activation to email-marketing.import.json (for pulumi import) and email-marketing.ts (the program).",
      "Next, run:",
      "  pulumi import --file email-marketing.import.json --generate-code=false   (Pulumi 3.254 or later)",
      "Then import email-marketing.ts in your program and run: pulumi preview. It should show no changes.",
      "",
    ]);
    expect(stderr).to.equal("");
  });

  it("writes all inputs and outputs of a dynamic Sender to the import file", async () => {
    await run();
    expect((await written())[1]).to.deep.equal({
      type: "pulumi-nodejs:dynamic/emailmarketing:Sender",
      name: "news-acme-example-sales",
      id: "s-2",
      inputs: {
        email: "news@acme.example",
        name: "Sales",
        __provider: 'exports.handler = () => require("pulumi-email-marketing/dynamic").Sender();',
      },
      outputs: {
        email: "news@acme.example",
        name: "Sales",
        status: "verified",
        adopted: true,
        account: "loopback",
        __provider: 'exports.handler = () => require("pulumi-email-marketing/dynamic").Sender();',
      },
    });
  });

  it("writes a TypeScript program that compiles", async function () {
    this.timeout(60_000);
    const root = join(__dirname, "..", "..", "..", "..");
    const file = join(root, "temp", `imported-${process.pid}.ts`);
    await mkdir(join(root, "temp"), { recursive: true });
    await run(["--program", file], extended);
    const source = await readFile(file, "utf8");
    expect(
      source,
    ).to.include(`import { CustomProperty, List, Sender, WebhookActivation } from "pulumi-email-marketing";

export const newsAcmeExampleSender = new Sender("news-acme-example", {
  email: "news@acme.example",
  name: "News",
}, { protect: true });
`);
    expect(source).to.include('const classCustomProperty = new CustomProperty("class", {');
    expect(source).to.include(
      '("bounces", {\n  webhookId: "w-1",\n  active: false,\n  onDestroy: "leave",\n}, { protect',
    );
    expect(source).to.include(
      'const p4CustomProperty = new CustomProperty("p-4", {\n  name: "姓名全",',
    );
    const flags = "--noEmit --strict --module nodenext --skipLibCheck --ignoreConfig".split(" ");
    const tsc = join(root, "node_modules", "typescript-7", "bin", "tsc");
    const compiled = await ok(runCommand(process.execPath, [tsc, ...flags, file], { cwd: root }));
    await rm(file);
    expect(compiled.stdout).to.equal("");
  });

  it("skips objects that the state already has for this account, and reuses no resource name", async () => {
    const state = [
      held("dynamic resources", "s-1", "first", { account: "loopback" }),
      held("dynamic resources", "s-2", "shop-beta-example", { account: "other" }),
    ];
    const { stdout } = await run([], {}, state);
    expect(stdout).to.include("Skipped: 1 object already in the stack.");
    expect(await names()).to.deep.equal([
      ["s-2", "news-acme-example"],
      ["s-4", "shop-beta-example-shop"],
      ["s-5", "shop-beta-example-shop-s-5"],
    ]);
  });

  describe("with another account name in the state", () => {
    const stateOf = (form: Form, id: string, email: string, baseUrl?: string) => [
      exportedProvider(form, "acme", baseUrl === undefined ? {} : { baseUrl }),
      held(form, id, "news-acme-example", { email, name: "News", account: "acme" }, "acme"),
    ];
    const [same, other] = ["news@acme.example", "else@acme.example"] as const;
    const rows: readonly (readonly [
      string,
      string,
      string,
      "own" | "other" | "unknown",
      boolean,
    ])[] = [
      ["the same id, email address and base URL", "s-1", same, "own", true],
      ["the same id and email address, and no base URL", "s-1", same, "unknown", true],
      ["another base URL", "s-1", same, "other", false],
      ["another email address", "s-1", other, "own", false],
      ["another id", "s-9", same, "own", false],
    ];
    for (const form of bothForms) {
      for (const [text, id, email, address, isSkipped] of rows) {
        it(`${isSkipped ? "skips" : "writes"} the account's sender if the state has ${text} (${form})`, async () => {
          const urls = { own: emulator().baseUrl, other: "https://api.other.example/v1" };
          const baseUrl = address === "unknown" ? undefined : urls[address];
          const env = { EMAIL_MARKETING_ACCOUNT: "eu" };
          const state = stateOf(form, id, email, baseUrl);
          const { stdout } = await run(["--filter", "news@*"], env, state);
          expect(stdout.includes('1 object that the stack has under account "acme"')).to.equal(
            isSkipped,
          );
          const first = isSkipped ? [] : [["s-1", "news-acme-example-news"]];
          expect(await names()).to.deep.equal([...first, ["s-2", "news-acme-example-sales"]]);
        });
      }
    }
  });

  it("matches --filter patterns with * and ? regardless of case", async () => {
    const { stdout } = await run(["--filter", "*@BETA.example", "s?les"]);
    expect(stdout).to.include("2 objects not matched by --filter");
    expect(await names()).to.deep.equal([
      ["s-2", "news-acme-example-sales"],
      ["s-4", "shop-beta-example"],
      ["s-5", "shop-beta-example-shop"],
    ]);
  });

  it("fails with advice, and sends no request, if --kind includes a type that can't be listed", async () => {
    expectError(
      await run(["--kind", "Sender", "DomainDnsShare"]),
      "DomainDnsShare: can't be listed, because the service has no operation that lists them. Declare it: pulumi up sends the records to its recipients.",
    );
    expect(emulator().requests()).to.deep.equal([]);
  });

  it("writes a program without protect if --no-protect is set", async () => {
    const { stdout } = await run(["--no-protect"]);
    expect(await program()).to.not.include("{ protect");
    expect(stdout).to.include("--generate-code=false --protect=false");
  });

  it("prints the result as JSON if --json is set", async () => {
    const { stdout } = await run(["--json", "--filter", "sales"]);
    expect(JSON.parse(stdout)).to.deep.equal({
      files: ["email-marketing.import.json", "email-marketing.ts"],
      imported: [{ kind: "Sender", name: "news-acme-example-sales", id: "s-2" }],
      held: 0,
      heldIn: {},
      unmatched: 4,
      unfit: [],
      notes: [
        'custom properties can only be imported with emailmarketing:operations "extended"',
        'lists can only be imported with emailmarketing:operations "extended"',
        'webhook activations can only be imported with emailmarketing:operations "extended"',
      ],
    });
  });

  it("sends only reading requests, and prints no keys and no contact data", async () => {
    const { output } = await run([], extended);
    expect(sent(emulator().requests())).to.deep.equal([
      "POST /senders/search",
      "POST /contact/property/search",
      "POST /lists/search",
      "POST /webhooks/search",
    ]);
    const all = output + (await program()) + JSON.stringify(await written());
    expect(all.includes(canaryKeys.apiKey)).to.equal(false);
    expect(all).to.not.match(/ada@example\.com|token=1/);
  });

  it("fails if the --state file is missing, or if there is neither --state nor a project", async () => {
    const where = { folder: scratch() };
    const noFile = await runWith(emulator(), where, "import", "--state", "none.json");
    expect(noFile.stderr).to.match(/the state file .+none\.json can't be read \(ENOENT\)\./);
    expectError(
      await runWith(emulator(), where, "import"),
      `no Pulumi project in ${scratch()} or a folder above it. Run this command in a Pulumi project, or set the folder with --cwd.`,
    );
  });
});
