import { runCommand } from "../engine/command";

/** The commands and expectations for the test of a page. */
export interface Guide {
  /** Text that the output must contain. */
  readonly expected?: string | readonly string[];
  /** Text that the output must not contain. */
  readonly absent?: string;
  /** Commands to run before those of the page, to prepare what the page presupposes. */
  readonly before?: string;
  /** A program to use in place of the quickstart's. */
  readonly program?: (page: string, baseUrl: string) => string;
}

/** Pages whose commands another test runs, with the files of this test. */
export const pagesTestedElsewhere: Readonly<Record<string, readonly string[]>> = {
  "README.md": ["tests/examples/demo.ts", ".ci/run"],
  "docs/guides/first-program.md": ["tests/languages/first-program.ts"],
  "docs/guides/first-program-go.md": ["tests/languages/first-program.ts"],
  "docs/guides/first-program-java.md": ["tests/languages/first-program.ts"],
  "docs/guides/first-program-plugin.md": ["tests/languages/first-program.ts"],
  "docs/guides/first-program-python.md": ["tests/languages/first-program.ts"],
  "docs/guides/first-program-yaml.md": ["tests/languages/first-program.ts"],
  "docs/reference/emulator.md": ["tests/emulator/doc.test.ts"],
};

const previewed = "pulumi preview --json --show-sames > preview.json\n";

/** The pages whose commands the test of the guides runs: all with commands, except `pagesTestedElsewhere`. */
export const guides: Readonly<Record<string, Guide>> = {
  "provider/README.md": { expected: "up to date" },
  "emulator/README.md": { expected: '"sender_name":"Acme News"' },
  "docs/guides/adopt.md": { expected: "No drift in 9 objects." },
  "docs/guides/campaign-life.md": {},
  "docs/guides/check-mail.md": { before: previewed, expected: "spring: 0 links and images" },
  "docs/guides/environments.md": { expected: "Created stack 'production'" },
  "docs/guides/hand-over.md": { expected: "No drift in 1 object" },
  "docs/guides/languages.md": { expected: '"domain": "acme.example"' },
  "docs/guides/leave.md": { expected: "Stack 'prod' has been removed!" },
  "docs/guides/newsletter.md": {
    program: () => "",
    expected: [
      "+ 6 created",
      "| new | **2030-04** | Plant now | Tue 2030-04-02 09:00 Europe/Berlin (07:00 UTC) | **2** contacts: Customers (2) |",
      "| content changes | **2030-02** |",
      "- update Campaign **2030-01**: html (`campaign-read`); the campaign was finished when it was last read, so nothing is sent\n",
      "the campaign was sent, so the change is recorded in the state, and nothing is sent.",
      "~ 2 updated",
    ],
    absent: "| content changes | **2030-01** |",
  },
  "docs/guides/pull-requests.md": { expected: "1 updated" },
  "docs/guides/reports.md": { expected: '"campaign-1","Winter news","2","2","1","91.67","3.33"' },
  "docs/guides/review-mail.md": {
    before: "pulumi stack rename production\n",
    expected: "Wrote 1 campaign to",
  },
  "docs/guides/several-accounts.md": {
    expected: "eu.json",
    program: (page, baseUrl) =>
      (/^```ts\n(.*?)^```/ms.exec(page)?.[1] ?? "").replace("https://eu.example.com/v1", baseUrl),
    before: "pulumi config set --secret euKey emulator-api-key\npulumi up\n",
  },
  "docs/guides/stop-a-mail.md": {
    before:
      "pulumi config set emailmarketing:operations extended\npulumi up\n" +
      `curl --silent --request PUT --header "Authorization: $EMAIL_MARKETING_API_KEY" --header "Content-Type: application/json" --data '{"subject":"Other"}' $EMAIL_MARKETING_BASE_URL/campaign/campaign-3\n`,
    expected: "1 updated",
  },
  "docs/guides/test.md": { expected: "EMAIL_MARKETING_BASE_URL=" },
  "docs/concepts.md": {},
  "docs/reference/command-line.md": { expected: "Usage: pulumi-email-marketing" },
  "docs/reference/cost.md": { expected: "1 updated" },
  "docs/reference/drift.md": { expected: "No drift in 1 object." },
  "docs/reference/findings.md": {},
  "docs/reference/service-differences.md": { expected: " replies are as documented." },
  "docs/reference/troubleshooting.md": { expected: "No problems found." },
  "docs/guides/upgrade.md": { expected: "~ 1 to update" },
  "docs/guides/your-account.md": {
    expected: "2 unchanged",
    before: "pulumi config set --secret emailmarketing:apiKey emulator-api-key\n",
  },
};

export async function pagesWithCommands(repository: string): Promise<string[]> {
  const readmes = ["README.md", "provider/README.md", "emulator/README.md"];
  const pages = [...readmes, "docs/concepts.md", "docs/guides/*.md", ":(glob)docs/reference/*.md"];
  const args = ["ls-files", "-co", "--exclude-standard", ...pages];
  const { stdout } = await runCommand("git", args, { cwd: repository });
  return stdout.trim().split("\n");
}
