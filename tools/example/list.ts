/** An example, and what its README must lead to. */
export interface Example {
  /** The folder of its README. */
  readonly folder: string;
  readonly expected: string;
  readonly isTypeScript: boolean;
  /** The folder below the home in which the commands make the project, if it has another name. */
  readonly program?: string;
}

const typescript = (folder: string, expected: string): Example => ({
  folder,
  expected,
  isTypeScript: true,
});

/** All examples, in the order in which they are shown. */
export const examples: readonly Example[] = [
  typescript("quickstart", "+ 6 created"),
  typescript("brand-component", "+ 5 created"),
  typescript("campaign-from-files", "+ 1 created"),
  typescript("several-accounts", "+ 5 created"),
  typescript("verification-gate", "+ 2 created"),
  typescript("unit-tests", "fail 0"),
  {
    folder: "pipelines",
    expected: "0 resources have drifted",
    isTypeScript: true,
    program: "pipeline",
  },
  {
    folder: "template",
    expected: "+ 2 created",
    isTypeScript: true,
    program: "my-account",
  },
  { folder: "languages", expected: "+ 5 created", isTypeScript: false },
];
