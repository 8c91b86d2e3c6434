/** An example, and the expected result of its README. */
export interface Example {
  /** The folder with the README. */
  readonly folder: string;
  /** Text that the output must contain. */
  readonly expected: readonly string[];
  /** The kinds in the stack at the end, with `!` if protected. Absent if the example has no stack. */
  readonly kinds?: readonly string[];
  /** The expected outputs of the stack. */
  readonly outputs?: Readonly<Record<string, unknown>>;
  /** Commands to run after those of the README. */
  readonly after?: string;
  readonly isYaml?: true;
  /** The folder that the commands create for the project, relative to the newcomer's home. Default: `folder`. */
  readonly program?: string;
}

/** Deploys the tested program, then breaks it and prints the first failure of its tests. */
const tested = `npx email-marketing-emulator --port 4010 > emulator.log &
export EMAIL_MARKETING_BASE_URL=http://127.0.0.1:4010/v1 EMAIL_MARKETING_API_KEY=emulator-api-key
pulumi stack init dev
pulumi up
sed -i 's/name: "Acme News"/name: "<Acme>"/' index.ts
if node --import tsx --test --test-reporter=tap program.test.ts > wrong.tap; then exit 1; fi
echo "first: $(grep -m 1 Sender wrong.tap)"
if grep "still pending" wrong.tap; then exit 1; fi
`;

/** Changes an object that both accounts have, and gives each Provider the address of the other account. */
const swapped = `sed -i 's/"Acme News"/"Acme Daily"/' index.ts
pulumi config set euUrl http://127.0.0.1:4011/v1
pulumi config set usUrl http://127.0.0.1:4010/v1
accounts() { curl --silent http://127.0.0.1:4010/_emulator/snapshot http://127.0.0.1:4011/_emulator/snapshot; }
accounts > before.json
if pulumi preview; then exit 1; fi
if pulumi up --skip-preview > swapped.txt 2>&1; then exit 1; fi
grep "doesn't have the sending domain acme" swapped.txt
accounts > after.json
cmp before.json after.json
curl --silent http://127.0.0.1:4011/_emulator/snapshot | grep --only-matching sender_email | wc --lines | xargs echo senders of the second account:
`;

/** All examples, in the order in which they are shown. */
export const examples: readonly Example[] = [
  {
    folder: "quickstart",
    expected: ["+ 6 created"],
    kinds: ["Campaign!", "CampaignSchedule!", "CustomProperty", "Sender", "WebhookActivation"],
    outputs: { domain: "verified" },
  },
  {
    folder: "brand-component",
    expected: ["+ 5 created"],
    kinds: ["Campaign!", "DomainDnsShare", "Sender"],
    outputs: { from: "news@acme.example" },
  },
  {
    folder: "campaign-from-files",
    expected: ["+ 1 created"],
    kinds: ["Campaign!", "CampaignSchedule!", "Sender"],
    outputs: { scheduledAt: "2098-03-01 09:00:00" },
  },
  {
    folder: "several-accounts",
    expected: [
      "+ 5 created",
      "the account doesn't have the sending domain acme",
      "senders of the second account: 1\n",
    ],
    kinds: ["Sender", "Sender"],
    outputs: { accounts: ["eu", "us"], domainsOfEu: 3 },
    after: swapped,
  },
  {
    folder: "verification-gate",
    expected: ["+ 2 created"],
    kinds: ["Campaign!"],
    outputs: { invalidShare: 0.03 },
  },
  {
    folder: "unit-tests",
    expected: [
      "pass 4",
      "fail 0",
      'first: # [Sender "news": name: must contain only printable ASCII characters, without <, >, @ and "] {',
    ],
    kinds: ["Campaign!", "Sender"],
    after: tested,
  },
  { folder: "pipelines", expected: ["0 resources have drifted"], program: "pipeline" },
  {
    folder: "template",
    expected: ["+ 2 created", 'domain: "verified"'],
    kinds: ["Sender"],
    program: "my-account",
  },
  { folder: "languages/campaign", expected: ["+ 5 created"], isYaml: true },
];
