import { outputOf, type ProgramText } from "./stack";

const head = `const pulumi = require("@pulumi/pulumi");
const em = require("pulumi-email-marketing");
`;

/** A program with these statements. In them, `em` is the package and `pulumi` is the engine's SDK. */
export function js(...statements: readonly string[]): string {
  return [head, ...statements, ""].join("\n");
}

/** The expression for the classes of each runtime. The tests have no SDK, so the plugin's classes are made here. */
const classes = {
  dynamic: 'require("pulumi-email-marketing")',
  plugin: `new Proxy({}, { get: (_, kind) => kind === "Provider"
  ? class extends pulumi.ProviderResource { constructor(name, inputs) { super("emailmarketing", name, inputs); } }
  : class extends pulumi.CustomResource { constructor(name, inputs, opts) { super("emailmarketing:index:" + kind, name, inputs, opts); } } })`,
};

/** The runtimes of resources that a program in JavaScript declares. */
export const runtimes = ["dynamic", "plugin"] as const;

/** A program with these statements, whose resources use this runtime. */
export function jsBy(runtime: keyof typeof classes, ...statements: readonly string[]): string {
  return js(...statements).replace(classes.dynamic, classes[runtime]);
}

/** Additional inputs and options of a resource as program text, and its name. */
interface Declared {
  readonly inputs?: string;
  readonly name?: string;
  readonly opts?: string;
}

/** The fewest inputs of a campaign in the example account for which a preview reports nothing. */
export const mail = {
  name: "Spring",
  subject: "What is new",
  sender: { email: "hello@acme.example", name: "Acme" },
  plainText: "Hello. %%unsubscribe%%",
  listIds: ["list-1"],
};

/** A statement that declares a campaign and assigns it to a variable. `inputs` override the default inputs. */
export function campaign({ inputs = "", name = "spring", opts = "" }: Declared = {}): string {
  const all = `{ ...${JSON.stringify(mail)}, ${inputs} }`;
  return `const ${name} = new em.Campaign("${name}", ${all}, { ${opts} });`;
}

/** A statement that sets the date of the campaign with this name. */
export function schedule({ inputs = "", name = "spring", opts = "" }: Declared = {}): string {
  return `new em.CampaignSchedule("${name}", { campaignId: ${name}.id, scheduledAt: "2098-03-01 09:00:00", ${inputs} }, { ${opts} });`;
}

/** Statements that declare a campaign with its date and its sender, and a webhook. */
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
 * A statement that switches a webhook of the example account. This kind has the fewest inputs, and needs only one
 * request each for its create, update and delete. `inputs` are written as in a program, and override the default.
 */
export function webhook(inputs = "", { name = "events", opts = "" } = {}): string {
  return `new em.WebhookActivation("${name}", { webhookId: "webhook-1", ${inputs} }, { ${opts} });`;
}

/**
 * Resources of a program by name, each with its kind, inputs and options. A value of another resource, such as its id,
 * is written as in YAML.
 */
export type Resources = Readonly<
  Record<string, readonly [kind: string, inputs: object, options?: object]>
>;

/** The schedule of the campaign with this name. */
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
