import { defaultKeys, type Emulator, type Seed } from "email-marketing-emulator";

/** The content of an account in which senders can be created. */
export const seed: Seed = { domains: [{ domain: "acme.example" }] };

/** The content of an account in which campaigns can be created. */
export const campaignSeed: Seed = {
  ...seed,
  senders: [{ sender_email: "hello@acme.example", sender_name: "Acme" }],
  lists: [{ id: "list-1", name: "Customers", contact_count: 1 }],
};

/** Environment variables for the provider, with the address and key of an emulator. */
export function settingsOf(emulator: Emulator): Record<string, string> {
  return {
    EMAIL_MARKETING_BASE_URL: emulator.baseUrl,
    EMAIL_MARKETING_API_KEY: defaultKeys.apiKey,
  };
}

/** Code that declares senders. The code before must define the class `Sender`. */
function declarations(count: number): string {
  return `
for (let n = 0; n < ${count}; n += 1) {
  new Sender(\`s\${n}\`, { email: \`s\${n}@acme.example\`, name: \`Sender \${n}\` });
}
`;
}

/** A program with senders, as users write it. */
export function providerProgram(count: number): string {
  return `const { Sender } = require("pulumi-email-marketing");
${declarations(count)}`;
}

/**
 * A program with a dynamic provider that sends no requests. As with our provider, the state contains code and outputs.
 */
export function noOpProgram(count: number): string {
  return `
const { CustomResource } = require("@pulumi/pulumi");
const __provider = \`exports.handler = () => ({
  check: async (olds, inputs) => ({ inputs, failures: [] }),
  diff: async (id, { status, adopted, domainId, account, ...olds }, news) => ({
    changes: JSON.stringify(olds, Object.keys(olds).sort()) !== JSON.stringify(news, Object.keys(olds).sort()),
  }),
  create: async (inputs) => ({
    id: inputs.email,
    outs: { ...inputs, status: "verified", adopted: false, domainId: "domain-1", account: "loopback" },
  }),
  read: async (id, props) => ({ id, props }),
  update: async (id, olds, news) => ({ outs: news }),
  delete: async () => {},
});\`;
class Sender extends CustomResource {
  constructor(name, args, opts) {
    const outputs = { status: undefined, adopted: undefined, domainId: undefined, account: undefined };
    super("pulumi-nodejs:dynamic/bench:Sender", name, { ...args, ...outputs, __provider }, opts);
  }
}
${declarations(count)}`;
}
