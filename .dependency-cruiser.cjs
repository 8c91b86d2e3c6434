/*
 * The folders of provider/ and what each of them may import: the table of docs/dev/architecture.md. An arrow allows everything below it, type-only imports count like any other, and there are no cycles.
 */
const imports = {
  plain: [],
  errors: ["plain"],
  input: ["errors"],
  email: ["input"],
  client: ["input"],
  api: ["client"],
  settings: ["input"],
  engine: ["input"],
  account: ["api", "email", "settings"],
  lifecycle: ["account"],
  resources: ["lifecycle"],
  program: ["engine", "lifecycle"],
  "dynamic-provider": ["engine", "lifecycle"],
  plugin: ["dynamic-provider", "resources"],
};

/** The folders of cli/: what each may import of its own, and of provider/. */
const importsOfCli = {
  terminal: { own: [], provider: ["errors"] },
  engine: { own: [], provider: ["engine"] },
  // Whoever reviews a mail needs neither an account nor a client, and no setting, among which the keys are.
  review: { own: ["engine", "terminal"], provider: ["email", "engine"] },
  command: { own: ["review", "engine", "terminal"], provider: ["resources", "engine"] },
};

/** The one file of a resource that runs in the user's program. */
const programOfResource = "^provider/resources/[a-z-]+/program\\.ts$";

function below(folder) {
  return imports[folder].flatMap((one) => [one, ...below(one)]);
}

function fence({ name, from, fromNot, allowed, files = [] }) {
  const all = [...new Set(allowed.flatMap((folder) => [folder, ...below(folder)]))];
  return {
    name: `${name}-imports-what-is-below`,
    severity: "error",
    comment: `provider/${name} may import ${all.join(", ")}, and nothing above it.`,
    from: { path: from, ...(fromNot === undefined ? {} : { pathNot: fromNot }) },
    to: {
      // What is compiled into dist/ from elsewhere has rules of its own.
      path: "^provider/(?!dist/).+\\.ts$",
      pathNot: [`^provider/(${all.join("|")})/`, ...files].join("|"),
    },
  };
}

/** What each folder may import besides itself; the entries are files, and so is the program of a resource. */
const fences = [
  ...Object.keys(imports).map((name) =>
    fence({ name, from: `^provider/${name}/`, fromNot: programOfResource, allowed: [name] }),
  ),
  fence({
    name: "resources/<noun>/program",
    from: programOfResource,
    allowed: ["program", "resources"],
  }),
  fence({ name: "provider", from: "^provider/provider\\.ts$", allowed: ["program"] }),
  fence({
    name: "index",
    from: "^provider/index\\.ts$",
    allowed: ["program", "resources"],
    files: ["^provider/provider\\.ts$"],
  }),
  fence({
    name: "dynamic",
    from: "^provider/dynamic\\.ts$",
    allowed: ["dynamic-provider", "resources"],
  }),
];

const fencesOfCli = Object.entries(importsOfCli).map(([name, { own, provider }]) => {
  const allowed = provider.flatMap((folder) => [folder, ...below(folder)]);
  return {
    name: `cli/${name}-imports-what-is-below`,
    severity: "error",
    comment: `cli/${name} may import ${[...own, ...allowed].join(", ")}.`,
    from: { path: `^cli/${name}/` },
    to: {
      path: "^(cli|provider)/(?!dist/).+\\.ts$",
      pathNot: `^cli/(${[name, ...own].join("|")})/|^provider/(${allowed.join("|")})/`,
    },
  };
});

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "Two modules that need each other are one module, or hide a third.",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-cycles-of-folders",
      severity: "error",
      comment: "The same for two folders, each of which is read on its own.",
      scope: "folder",
      from: {},
      to: { circular: true },
    },
    ...["[^/]+", "[^/]+/[^/]+"].map((outer) => ({
      name: "no-file-of-a-folder-above",
      severity: "error",
      comment:
        "A folder's own files stand on those of the folders in it, so the way back is a cycle.",
      // The parts of a benchmark share how a program is run.
      from: { path: `^(${outer})/[^/]+/`, pathNot: "^benchmarks/" },
      to: { path: "^$1/[^/]+\\.ts$" },
    })),
    {
      name: "tools-need-no-tests",
      severity: "error",
      comment: "Tests and benchmarks stand on tools, and tools on the contract.",
      from: { path: "^(contract|tools)/" },
      to: { path: "^(tests|benchmarks)/" },
    },
    ...fences,
    ...fencesOfCli,
    {
      name: "no-sdk-below-the-runtimes",
      severity: "error",
      comment:
        "Another runtime loads lifecycles and functions without Pulumi's SDK. The types of its assets are the exception.",
      from: {
        path: `^provider/(${["resources", ...below("resources")].join("|")})/`,
        pathNot: programOfResource,
      },
      to: { path: "@pulumi", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "only-the-entry-loads-the-program-of-a-resource",
      severity: "error",
      comment:
        "It loads Pulumi's SDK, which the plugin, the command and the provider process do without.",
      from: { path: "^provider/", pathNot: "^provider/index\\.ts$" },
      to: { path: programOfResource },
    },
    {
      name: "the-plugin-needs-no-sdk",
      severity: "error",
      comment:
        "The plugin starts in a tenth of the time that loading the SDK takes: of it, only the protocol is loaded.",
      from: { path: "^provider/plugin/" },
      to: { path: "@pulumi/(?!pulumi/proto/)" },
    },
    {
      name: "resources-never-import-each-other",
      severity: "error",
      comment:
        "A relation between resources is an id or an address in an input; how campaigns are read is the same for both of theirs.",
      from: { path: "^provider/resources/([a-z-]+)/" },
      to: { path: "^provider/resources/", pathNot: "^provider/resources/($1|campaign-shared)/" },
    },
    {
      name: "the-entries-are-for-users-only",
      severity: "error",
      comment: "The public entries import the folders; no folder imports a public entry.",
      from: { path: "^provider/[a-z-]+/" },
      to: { path: "^provider/(index|dynamic|provider)\\.ts$" },
    },
    {
      name: "the-library-needs-no-command",
      severity: "error",
      comment: "The library never loads what only its command needs.",
      from: { path: "^provider/" },
      to: { path: "^cli/" },
    },
    {
      name: "the-command-needs-no-sdk",
      severity: "error",
      comment: "The command runs without a program.",
      from: { path: "^cli/" },
      to: {
        path: "^provider/(program|plugin|dynamic-provider)/|^provider/[a-z]+\\.ts$|@pulumi",
      },
    },
    {
      name: "emulator-stands-alone",
      severity: "error",
      comment: "An emulator that shared code with the provider would share its mistakes.",
      from: { path: "^emulator/" },
      to: {
        path: "^(provider|cli|tests|tools|examples)/|node_modules/pulumi-email-marketing|@pulumi",
      },
    },
    {
      name: "mail-knows-mails-only",
      severity: "error",
      comment:
        "It is compiled into the provider and the emulator, and the only thing that both have in common.",
      from: { path: "^mail/" },
      to: { path: "^(provider|cli|emulator|contract|tests|tools|examples)/|@pulumi" },
    },
    {
      name: "inspect-shows-no-mail",
      severity: "error",
      comment: "What looks into mails is loaded without what shows them.",
      from: { path: "^mail/inspect/" },
      to: { path: "^mail/page/" },
    },
    {
      name: "the-contract-knows-nothing",
      severity: "error",
      comment: "Both packages carry it: it is data with types.",
      from: { path: "^contract/index\\.ts$" },
      to: { pathNot: "^contract/contract\\.json$" },
    },
    {
      name: "what-writes-the-contract-stands-alone",
      severity: "error",
      comment: "Everything stands on the contract, and what writes it on nothing of ours.",
      from: { path: "^contract/" },
      to: { path: "^(provider|cli|emulator|mail|tools|tests|benchmarks|examples)/" },
    },
    {
      name: "only-the-command-loads-pages-and-contract",
      severity: "error",
      comment:
        "A program and a provider load what looks into mails, and never what shows them to people, or what the service documents.",
      from: { path: "^provider/" },
      to: { path: "^(contract|mail/page)/|dist/(mail/page|contract)/" },
    },
    {
      name: "examples-import-by-name",
      severity: "error",
      comment: "Examples are what users write.",
      from: { path: "^examples/" },
      to: { path: "^(provider|emulator)/(?!dist/)" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules|/dist/" },
    exclude: {
      path: "/dist/(?!(mail/inspect|mail/page|contract)/index)|node_modules/(?!@pulumi|pulumi-email-marketing)",
    },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["require", "default"] },
  },
};
