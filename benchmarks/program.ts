import { defaultKeys, type Emulator, type Seed } from "email-marketing-emulator";
import type { Load, Shape } from "./contender";

/** Every account of the benchmark starts with these, and the objects that programs refer to. */
export function seedFor(shape: Shape, count: number): Seed {
  const domains = [{ domain: "acme.example" }];
  if (shape === "senders") return { domains };
  return {
    domains,
    senders: [{ sender_email: "hello@acme.example", sender_name: "Acme" }],
    lists: [{ id: "list-1", name: "Customers" }],
    contacts: [{ email: "ada@example.com", list_id: "list-1" }],
    webhooks: Array.from({ length: Math.ceil(count / 10) }, (_, n) => ({
      id: `webhook-${n}`,
      status: "inactive" as const,
    })),
  };
}

/** The settings of the provider, which the other programs use too. */
export function settingsOf(emulator: Emulator): Record<string, string> {
  return {
    EMAIL_MARKETING_BASE_URL: emulator.baseUrl,
    EMAIL_MARKETING_API_KEY: defaultKeys.apiKey,
  };
}

/**
 * A program that declares `count` objects through the functions that the text before it defines. Of ten objects
 * in a mix six are senders, two properties, one a webhook activation and one a campaign; an account takes 100 properties,
 * so beyond 500 objects there are senders in their place.
 */
export function declarations({ shape, count }: Load): string {
  const sender = `Sender(\`s\${n}\`, { email: \`s\${n}@acme.example\`, name: \`Sender \${n}\` });`;
  if (shape === "senders") return `for (let n = 0; n < ${count}; n += 1) ${sender}\n`;
  return `
for (let n = 0; n < ${count}; n += 1) {
  if (n % 10 < 6 || (n % 10 < 8 && n >= 500)) ${sender}
  else if (n % 10 < 8) CustomProperty(\`p\${n}\`, { name: \`prop\${n}\`, type: "text" });
  else if (n % 10 < 9) WebhookActivation(\`w\${n}\`, { webhookId: \`webhook-\${(n - 8) / 10}\` });
  else Campaign(\`c\${n}\`, {
    name: \`News \${n}\`, subject: "What is new", html: "<p>Hello, this is new.</p>",
    sender: { email: "hello@acme.example", name: "Acme" }, listIds: ["list-1"],
  });
}
`;
}

/** The provider, as its users write it. */
export function providerProgram(load: Load): string {
  return `
const em = require("pulumi-email-marketing");
const declare = (Kind) => (name, args) => new Kind(name, args);
const [Sender, CustomProperty, WebhookActivation, Campaign] =
  [em.Sender, em.CustomProperty, em.WebhookActivation, em.Campaign].map(declare);
${declarations(load)}`;
}

/**
 * The least that a dynamic provider can be, and not a request: what remains is the engine's own cost. Its state is as
 * long as the provider's, since the engine writes the whole state with every step.
 */
export function noopProgram(load: Load): string {
  return `
const pulumi = require("@pulumi/pulumi");
class Noop extends pulumi.CustomResource {
  constructor(kind, outputs, name, args) {
    const decided = Object.fromEntries([...outputs, "account"].map((output) => [output, undefined]));
    const text = \`exports.handler = () => require("engine-email-marketing/dynamic").\${kind}();\`;
    super(\`pulumi-nodejs:dynamic/emailmarketing:\${kind}\`, name, { ...args, ...decided, __provider: text });
  }
}
const declare = (kind, outputs) => (name, args) => new Noop(kind, outputs, name, args);
const Sender = declare("Sender", ["status", "adopted"]);
const [CustomProperty, WebhookActivation, Campaign] =
  ["CustomProperty", "WebhookActivation", "Campaign"].map((kind) => declare(kind, []));
${declarations(load)}`;
}

/** The module that the no-op's text in the state requires, by its path in the project. */
export const noopFiles = {
  "node_modules/engine-email-marketing/dynamic.js": `
let made = 0;
const provider = (decided) => () => ({
  create: async (props) => ({ id: \`object-\${(made += 1)}\`, outs: { ...props, ...decided, account: "loopback" } }),
});
exports.Sender = provider({ status: "verified", adopted: false });
exports.CustomProperty = exports.WebhookActivation = exports.Campaign = provider({});
`,
};

/** A dynamic provider as tutorials write it: a class that Pulumi captures into the state, a look-up for each read. */
export function tutorialProgram(load: Load): string {
  return `
const pulumi = require("@pulumi/pulumi");
class SenderProvider {
  async request(path, body) {
    const response = await fetch(process.env.EMAIL_MARKETING_BASE_URL + path, {
      method: "POST",
      headers: {
        Authorization: process.env.EMAIL_MARKETING_API_KEY,
        "Content-Type": "application/json",
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) {
      throw new Error(\`\${path}: \${response.status} \${await response.text()}\`);
    }
    return response.json();
  }
  async diff(id, old, props) {
    const replaces = ["email", "name"].filter((key) => old[key] !== props[key]);
    return { changes: replaces.length > 0, replaces };
  }
  async create(props) {
    const body = { sender_email: props.email, sender_name: props.name };
    const sender = await this.request("/senders", body);
    return { id: String(sender.id), outs: { ...props, status: sender.status } };
  }
  async read(id, props) {
    const search = { page: 1, limit: 100, search: props.email };
    const { data } = await this.request("/senders/search", search);
    const sender = data.find((row) => row.id === id);
    if (!sender) return {};
    const { sender_email: email, sender_name: name, status } = sender;
    return { id, props: { ...props, email, name, status } };
  }
  async delete() {
    console.warn("the service has no operation to delete a sender");
  }
}
const provider = new SenderProvider();
class SenderResource extends pulumi.dynamic.Resource {
  constructor(name, args, opts) {
    super(provider, name, { ...args, status: undefined }, opts);
  }
}
const Sender = (name, args) => new SenderResource(name, args);
${declarations(load)}`;
}

/** Pulumi's command provider with curl; its plugin knows nothing of what the command does. */
export function commandProgram(load: Load): string {
  return `
const pulumi = require("@pulumi/pulumi");
class Command extends pulumi.CustomResource {
  constructor(name, args) {
    super("command:local:Command", name, { ...args, stdout: undefined });
  }
}
const Sender = (resource, { email, name }) => {
  const body = JSON.stringify({ sender_email: email, sender_name: name });
  const headers = '-H "Authorization: $EMAIL_MARKETING_API_KEY" -H "Content-Type: application/json"';
  const target = '"$EMAIL_MARKETING_BASE_URL/senders"';
  return new Command(resource, { create: "curl -sf " + headers + " -d '" + body + "' " + target });
};
${declarations(load)}`;
}
