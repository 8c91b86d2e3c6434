/** An example, and what its README must lead to. */
export interface Example {
  /** The folder of its README. */
  readonly folder: string;
  /** What a reader copies, by its folder among the examples, and where to. */
  readonly files: Readonly<Record<string, string>>;
  readonly expected: string;
  readonly isTypeScript: boolean;
  /** Where the commands make the project, if that is a folder of its own. */
  readonly program?: string;
}

const typescript = (folder: string, expected: string): Example => ({
  folder,
  files: { [folder]: "." },
  expected,
  isTypeScript: true,
});

/** All examples, in the order in which they are shown. */
export const examples: readonly Example[] = [
  typescript("quickstart", "+ 5 created"),
  typescript("brand-component", "+ 5 created"),
  typescript("campaign-from-files", "+ 1 created"),
  typescript("several-accounts", "+ 5 created"),
  typescript("verification-gate", "+ 2 created"),
  typescript("unit-tests", "# fail 0"),
  {
    folder: "pipelines",
    files: { quickstart: ".", "pipelines/automation": "automation" },
    expected: "0 resources have drifted",
    isTypeScript: true,
  },
  {
    folder: "template",
    files: {},
    expected: "+ 2 created",
    isTypeScript: true,
    program: "my-account",
  },
  { folder: "languages", files: { languages: "." }, expected: "+ 5 created", isTypeScript: false },
];
