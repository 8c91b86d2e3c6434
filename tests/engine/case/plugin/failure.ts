import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ServiceError, status } from "@grpc/grpc-js";
import * as wire from "@pulumi/pulumi/proto/provider_pb";
import { expect } from "chai";
import { table } from "../../../../contract/table";
import { fails, ok } from "../../../support/outcome";
import {
  configuredPlugin,
  type PluginClient,
  providerUrn,
  requestsOf,
  struct,
  urnOf,
} from "../../../support/plugin";
import { mail as campaign } from "../../../support/program";
import { canaryKeys, useService } from "../../../support/service";
import type { ProjectOptions, StackResult } from "../../../support/stack";
import { pluginFolder } from "../../../support/stack/plugin-folder";

const page = join(__dirname, "../../../../docs/dev/failures.md");

type Environment = Readonly<Record<string, string>>;

/** A failure of a method of the protocol, and the commands with which a user causes it. */
interface Row {
  readonly method: string;
  readonly fault: string;
  /** Settings of the plugin that differ from the valid ones. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly call: (client: PluginClient) => Promise<unknown>;
  /** The program. `command` is `up` by default. */
  readonly yaml: Readonly<Record<string, unknown>>;
  readonly command?: (project: Commands) => Promise<StackResult>;
  /** Environment variables of an earlier update. Absent if no update comes first. */
  readonly before?: Environment;
  readonly env?: Environment;
  readonly config?: ProjectOptions["config"];
  /** Breaks the service after the earlier update. */
  readonly breaks?: () => void;
}

type Commands = Awaited<ReturnType<ReturnType<typeof useService>["createProject"]>>;

/** The maximum length of a message on the page, in characters. */
const longest = 180;

const closed = "http://127.0.0.1:9/v1";
const extended = { EMAIL_MARKETING_OPERATIONS: "extended" };

const sender = { email: "news@acme.example", name: "Acme News" };
const taken = { email: "hello@acme.example", name: "Acme", adopt: false };
const webhook = { webhookId: "webhook-1" };
const account = { account: "loopback" };

const resource = (kind: string, properties: object) => ({
  resources: { it: { type: `emailmarketing:${kind}`, properties } },
});
const of = (kind: string) => requestsOf(urnOf(kind));

type Faulty = Partial<Row> & Pick<Row, "fault">;

/** A check that fails because of an input. */
const check = (fault: string, kind: string, properties: object): Row => ({
  method: "Check",
  fault,
  yaml: resource(kind, properties),
  call: (client) => client.check(of(kind).check(properties)),
});
const create = (kind: string, properties: object, row: Faulty): Row => ({
  method: "Create",
  yaml: resource(kind, properties),
  ...row,
  call: (client) => client.create(of(kind).create(properties)),
});
const imported = (fault: string, kind: string, id: string): Row => ({
  method: "Read",
  fault,
  yaml: {},
  call: (client) => client.read(of(kind).read(id, {})),
  command: (project) =>
    project.raw([
      ...["import", `emailmarketing:index:${kind}`, "it", id],
      ...["--yes", "--non-interactive", "--color", "never"],
    ]),
});
const invoke = (name: string, args: object, row: Faulty): Row => ({
  method: "Invoke",
  yaml: {
    variables: { it: { "fn::invoke": { function: `emailmarketing:${name}`, arguments: args } } },
  },
  ...row,
  call: (client) =>
    client.invoke(
      new wire.InvokeRequest().setTok(`emailmarketing:index:${name}`).setArgs(struct(args)),
    ),
});

const refusedKey = {
  fault: "refused key",
  settings: { apiKey: "another-key" },
  config: { "emailmarketing:apiKey": { secret: "another-key" } },
};
const down = {
  fault: "unreachable",
  settings: { baseUrl: closed },
  env: { EMAIL_MARKETING_BASE_URL: closed },
};

/** The shortened line of the output with the message of a failure. Throws if no line has the message. */
function errorIn(output: string, sentence: string): string {
  const errors = output.split("\n").filter((line) => line.includes("error: "));
  const line = errors.find((one) => one.includes(sentence));
  if (line === undefined) throw new Error(`"${sentence}" is not in the output: ${output}`);
  const text = line.slice(line.indexOf("error: "));
  return text.length > longest ? `${text.slice(0, longest)}...` : text;
}

/** Replaces numbers that differ in each run. Joins the lines of an error about an object that stays in the state. */
function settled(text: string): string {
  return (
    text
      .replace(/\b\d+ attempts in \d+ s/g, "N attempts in N s")
      .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT")
      // Only the first error of a process has the advice about the key.
      .replace(/(\(401, [^)]*\)\.)[^\n]*/g, "$1")
      .replace(/occurred:\n\s+\* /g, "occurred: * ")
  );
}

describe("the failures of the plugin", function () {
  const { createProject, emulator } = useService(this);

  const rows: readonly Row[] = [
    {
      ...{ method: "CheckConfig", fault: "bad setting" },
      call: (client) =>
        client.checkConfig(
          new wire.CheckRequest()
            .setUrn(providerUrn("it"))
            .setNews(struct({ sendWindow: "always", baseUrl: emulator().baseUrl })),
        ),
      yaml: {
        resources: {
          it: { type: "pulumi:providers:emailmarketing", properties: { sendWindow: "always" } },
        },
      },
    },
    {
      // The first step that needs the settings reports the problem.
      ...{ method: "Configure", fault: "bad setting" },
      call: (client) =>
        client.configure(
          new wire.ConfigureRequest()
            .setUrn(providerUrn("default"))
            .setArgs(struct({ baseUrl: "nowhere" })),
        ),
      ...{ yaml: resource("WebhookActivation", webhook), before: {} },
      command: (project) => project.destroy([], { env: { EMAIL_MARKETING_BASE_URL: "nowhere" } }),
    },
    check("bad input", "Sender", { ...sender, email: "nobody" }),
    check("bad part of an input", "Campaign", { ...campaign, listIds: ["list-1", ""] }),
    {
      ...{ method: "Diff", fault: "another account" },
      settings: { account: "two" },
      // Without a check before, the plugin would take the diff for that of a refresh.
      call: async (client) => {
        await client.check(of("Campaign").check(campaign, campaign));
        return client.diff(
          of("Campaign").diff("campaign-3", {
            olds: { ...campaign, account: "one" },
            news: campaign,
          }),
        );
      },
      ...{ yaml: resource("Campaign", campaign), before: { EMAIL_MARKETING_ACCOUNT: "one" } },
      env: { EMAIL_MARKETING_ACCOUNT: "two" },
    },
    create("Sender", taken, { fault: "conflict" }),
    create(
      "Sender",
      { ...sender, email: "news@nowhere.example" },
      { fault: "refused by the service" },
    ),
    create("Sender", sender, refusedKey),
    create("Sender", sender, down),
    create("Campaign", campaign, {
      fault: "no reply, so unconfirmed",
      breaks: () => emulator().faults([{ path: "/campaign", times: 1, kind: "reset-after" }]),
    }),
    {
      method: "Read",
      ...down,
      yaml: resource("Sender", sender),
      before: {},
      call: (client) => client.read(of("Sender").read("sender-3", { ...sender, ...account })),
      command: (project) => project.refresh([], { env: down.env }),
    },
    imported("import of what can't be read", "DomainDnsShare", "domain-1"),
    imported("import of an unknown id", "Sender", "s-9"),
    {
      ...{ method: "Update", fault: "conflict", settings: { operations: "extended" } },
      call: (client) => {
        const olds = { name: "Readers", ...account };
        return client.update(of("List").update("list-3", olds, { name: "Customers" }));
      },
      ...{ yaml: resource("List", { name: "Readers" }), before: extended, env: extended },
      async command(project) {
        await project.writeProgram({ yaml: resource("List", { name: "Customers" }) });
        return project.up([], { env: extended });
      },
    },
    {
      method: "Delete",
      ...down,
      yaml: resource("WebhookActivation", webhook),
      before: {},
      call: (client) =>
        client.delete(of("WebhookActivation").delete("webhook-1", { ...webhook, ...account })),
      command: (project) => project.destroy([], { env: down.env }),
    },
    invoke("getList", {}, { fault: "bad argument" }),
    invoke("getList", { id: "list-9" }, { fault: "unknown object" }),
    invoke("getCampaigns", {}, { fault: "operation that a setting adds" }),
    invoke("getDomains", {}, refusedKey),
    invoke("getDomains", {}, down),
    {
      ...{ method: "Parameterize", fault: "unsupported" },
      call: (client) => client.parameterize(new wire.ParameterizeRequest()),
      yaml: {},
      command: async (project) =>
        project.raw([
          ...["package", "get-schema"],
          ...[join(await pluginFolder(), "pulumi-resource-emailmarketing"), "parameter"],
        ]),
    },
  ];

  /** The plugin's own response: code, property and message. */
  async function replied({ settings, call, breaks }: Row): Promise<readonly string[]> {
    emulator().reset();
    const given = { baseUrl: emulator().baseUrl, apiKey: canaryKeys.apiKey, ...settings };
    const { client } = await configuredPlugin(given);
    breaks?.();
    const answer = await call(client).catch((error: unknown) => error);
    if (answer instanceof wire.CheckResponse) {
      const [failure] = answer.getFailuresList();
      return ["OK", failure?.getProperty() ?? "", failure?.getReason() ?? ""];
    }
    if (!(answer instanceof Error)) return ["OK", "", ""];
    const { code, details } = answer as ServiceError;
    return [status[code] ?? "", "", settled(details)];
  }

  /** The output of the CLI for the same failure. */
  async function printed({
    yaml,
    config = {},
    before,
    breaks,
    env = {},
    command,
  }: Row): Promise<string> {
    emulator().reset();
    const project = await createProject({ program: { yaml }, config });
    if (before) await ok(project.up([], { env: before }));
    breaks?.();
    const { output } = await fails(command?.(project) ?? project.up([], { env }));
    return settled(output);
  }

  it("are listed in docs/dev/failures.md with the messages that the CLI prints", async function () {
    this.timeout(600_000);
    const lines: string[][] = [];
    for (const row of rows) {
      const [code = "", property = "", sentence = ""] = await replied(row);
      const line = errorIn(await printed(row), sentence);
      lines.push([row.method, row.fault, code, property, line]);
    }
    const cells = ["method", "fault", "code", "property", "what the CLI prints"];
    const pageLines = readFileSync(page, "utf8").split("\n");
    const shown = pageLines.filter((line) => line.startsWith("|")).join("\n");
    expect(table(cells, lines).join("\n")).to.equal(shown);
  });
});
