import { defaultKeys, type Emulator, type Seed } from "email-marketing-emulator";
import type { Load } from "./contender";

/** Every account of the benchmark starts with these. */
export const seed: Seed = { domains: [{ domain: "acme.example" }] };

/** The settings of the provider, which the other programs use too. */
export function settingsOf(emulator: Emulator): Record<string, string> {
  return {
    EMAIL_MARKETING_BASE_URL: emulator.baseUrl,
    EMAIL_MARKETING_API_KEY: defaultKeys.apiKey,
  };
}

/** Declares the senders through the class `Sender` of the text before it. */
function declarations({ count }: Load): string {
  return `
for (let n = 0; n < ${count}; n += 1) {
  new Sender(\`s\${n}\`, { email: \`s\${n}@acme.example\`, name: \`Sender \${n}\` });
}
`;
}

/** The provider, as its users write it. */
export function providerProgram(load: Load): string {
  return `const { Sender } = require("pulumi-email-marketing");
${declarations(load)}`;
}

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
class Sender extends pulumi.dynamic.Resource {
  constructor(name, args, opts) {
    super(provider, name, { ...args, status: undefined }, opts);
  }
}
${declarations(load)}`;
}
