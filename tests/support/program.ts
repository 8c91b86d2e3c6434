import { outputOf, type ProgramText } from "./stack";

const head = `const pulumi = require("@pulumi/pulumi");
const em = require("pulumi-email-marketing");
`;

/** The text of a program of these statements, for which `em` is the package and `pulumi` the engine's SDK. */
export function js(...statements: readonly string[]): string {
  return [head, ...statements, ""].join("\n");
}

/** Where a program imports its classes from, for each runtime. The classes of the plugin belong to no SDK. */
const classes = {
  dynamic: 'require("pulumi-email-marketing")',
  plugin: `new Proxy({}, { get: (_, kind) => kind === "Provider"
  ? class extends pulumi.ProviderResource { constructor(name, inputs) { super("emailmarketing", name, inputs); } }
  : class extends pulumi.CustomResource { constructor(name, inputs, opts) { super("emailmarketing:index:" + kind, name, inputs, opts); } } })`,
};

/** The runtimes of resources that a program in JavaScript declares. */
export const runtimes = ["dynamic", "plugin"] as const;

/** The text of a program with these statements, whose resources use this runtime. */
export function jsBy(runtime: keyof typeof classes, ...statements: readonly string[]): string {
  return js(...statements).replace(classes.dynamic, classes[runtime]);
}

/** More inputs than the fewest, written as in a program, and the name and the options of a resource. */
interface Declared {
  readonly inputs?: string;
  readonly name?: string;
  readonly opts?: string;
}

/** The fewest inputs of a campaign of the example account of which a preview has nothing to say. */
export const mail = {
  name: "Spring",
  subject: "What is new",
  sender: { email: "hello@acme.example", name: "Acme" },
  plainText: "Hello. %%unsubscribe%%",
  listIds: ["list-1"],
};

/** A statement that declares such a campaign and keeps it under its name. More inputs win over these. */
export function campaign({ inputs = "", name = "spring", opts = "" }: Declared = {}): string {
  const all = `{ ...${JSON.stringify(mail)}, ${inputs} }`;
  return `const ${name} = new em.Campaign("${name}", ${all}, { ${opts} });`;
}

/** A statement that gives the campaign of that name its date. */
export function schedule({ inputs = "", name = "spring", opts = "" }: Declared = {}): string {
  return `new em.CampaignSchedule("${name}", { campaignId: ${name}.id, scheduledAt: "2098-03-01 09:00:00", ${inputs} }, { ${opts} });`;
}

/** Statements that declare a campaign with its date, the sender that it is from, and a webhook. */
export function mailing({ inputs = "", opts = "" }: Omit<Declared, "name"> = {}): string {
  const sender = `{ email: "news@acme.example", name: "Acme News" }`;
  return [
    `new em.Sender("news", ${sender}, { ${opts} });`,
    webhook("", { opts }),
    campaign({ inputs: `sender: ${sender}, ${inputs}`, opts }),
    schedule({ inputs, opts }),
  ].join("\n");
}

/**
 * A statement of a program that switches a webhook of the example account: the resource with the fewest inputs, which is
 * created, changed and removed by one request each. More inputs are written as in a program, and win over the first.
 */
export function webhook(inputs = "", { name = "events", opts = "" } = {}): string {
  return `new em.WebhookActivation("${name}", { webhookId: "webhook-1", ${inputs} }, { ${opts} });`;
}

/**
 * Resources by their names in a program, each with its kind, its inputs and its options. What another one has, such as
 * its id, is written as in YAML.
 */
export type Resources = Readonly<
  Record<string, readonly [kind: string, inputs: object, options?: object]>
>;

/** The date of a campaign that is declared under that name. */
export const dated = (of = "spring", scheduledAt = "2098-03-01 09:00:00") =>
  ["CampaignSchedule", { campaignId: outputOf(`${of}.id`), scheduledAt }] as const;

/** A function for each runtime that returns a program with these resources. */
export const programsByRuntime = {
  "dynamic resources": (resources: Resources): ProgramText =>
    js(
      ...Object.entries(resources).map(
        ([name, [kind, inputs, options = {}]]) =>
          `const ${name} = new em.${kind}("${name}", ${inText(inputs)}, ${inText(options)});`,
      ),
    ),
  "the plugin": (resources: Resources): ProgramText => ({
    yaml: {
      resources: Object.fromEntries(
        Object.entries(resources).map(([name, [kind, properties, options = {}]]) => [
          name,
          { type: `emailmarketing:${kind}`, properties, options },
        ]),
      ),
    },
  }),
};

function inText(value: object): string {
  return JSON.stringify(value).replace(/"\$\{(.*?)\}"/g, "$1");
}
