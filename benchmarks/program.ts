import { defaultKeys, type Emulator, type Seed } from "email-marketing-emulator";

/** Every account of the benchmark starts with these. */
export const seed: Seed = { domains: [{ domain: "acme.example" }] };

/** What a campaign stands on. */
export const campaignSeed: Seed = {
  ...seed,
  senders: [{ sender_email: "hello@acme.example", sender_name: "Acme" }],
  lists: [{ id: "list-1", name: "Customers", contact_count: 1 }],
};

/** The settings of the provider, which the other programs use too. */
export function settingsOf(emulator: Emulator): Record<string, string> {
  return {
    EMAIL_MARKETING_BASE_URL: emulator.baseUrl,
    EMAIL_MARKETING_API_KEY: defaultKeys.apiKey,
  };
}

/** Declares the senders through the class `Sender` of the text before it. */
function declarations(count: number): string {
  return `
for (let n = 0; n < ${count}; n += 1) {
  new Sender(\`s\${n}\`, { email: \`s\${n}@acme.example\`, name: \`Sender \${n}\` });
}
`;
}

/** The provider, as its users write it. */
export function providerProgram(count: number): string {
  return `const { Sender } = require("pulumi-email-marketing");
${declarations(count)}`;
}

/** A dynamic provider that sends nothing, with a text in the state and outputs as ours has. */
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
