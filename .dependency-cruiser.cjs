// The one-way arrows of docs/architecture.md, each a rule.
const own = (folder) => `^provider/${folder}`;

/** What a layer must not import. */
function forbid(name, from, to, comment) {
  return { name, severity: "error", comment, from: { path: from }, to: { path: to } };
}

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "Two modules that need each other are one module, or hide a third.",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    forbid(
      "client-is-the-bottom",
      own("client/"),
      "^provider/(?!client/|version)|@pulumi",
      "Transport knows nothing of the product, and nothing of Pulumi.",
    ),
    forbid(
      "api-knows-the-client-only",
      own("api/"),
      "^provider/(?!api/|client/)|@pulumi",
      "An endpoint's function knows the wire and the transport.",
    ),
    forbid(
      "settings-know-errors-only",
      own("settings\\.ts"),
      "^provider/(?!client/errors)|@pulumi",
      "Settings are resolved the same way in the program and in the provider process.",
    ),
    forbid(
      "kernel-has-no-nouns",
      own("kernel/"),
      "^provider/(resources|functions|api)/",
      "Pulumi's machinery serves every kind alike.",
    ),
    forbid(
      "resources-stand-alone",
      "^provider/resources/(?!index\\.ts$)([^/]+)",
      "^provider/(functions/|index|dynamic|provider\\.ts)",
      "A relation between resources is an id or an address in an input.",
    ),
    {
      name: "resources-never-import-each-other",
      severity: "error",
      from: { path: "^provider/resources/([a-z-]+)" },
      to: { path: "^provider/resources/", pathNot: "^provider/resources/$1[./]" },
    },
    forbid(
      "functions-do-not-know-resources",
      own("functions/"),
      "^provider/(resources/|index|dynamic)",
      "Functions never change anything.",
    ),
    forbid(
      "nobody-needs-the-command",
      "^provider/(?!command/)",
      "^provider/command/|node_modules/commander",
      "The library never loads what only its command needs.",
    ),
    forbid(
      "emulator-stands-alone",
      "^emulator/",
      "^(provider|tests|tools|examples)/|node_modules/pulumi-email-marketing|@pulumi",
      "An emulator that shared code with the provider would share its mistakes.",
    ),
    forbid(
      "examples-import-by-name",
      "^examples/",
      "^(provider|emulator)/(?!dist/)",
      "Examples are what users write.",
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules|/dist/" },
    exclude: { path: "/dist/|node_modules/(?!@pulumi|pulumi-email-marketing)" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["require", "default"] },
  },
};
