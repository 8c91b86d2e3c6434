// Biome checks form and syntax, and oxlint the rules that need types. Only the rules that neither has are here.
import parser from "@typescript-eslint/parser";
import { defineConfig } from "eslint/config";
import * as regexp from "eslint-plugin-regexp";

// What others send must neither act on a terminal nor speak for us: provider/errors/redact.ts has the functions for it.
const unquoted = {
  selector: 'TemplateElement[tail=false][value.raw=/"$/]',
  message:
    "Put words that are not ours into a sentence with ${quoted(...)}: they can't close its quotes.",
};
const aroundOurExits = [
  {
    selector:
      ':matches(MemberExpression[object.name="console"], MemberExpression[property.name="write"][object.property.name=/^std(out|err)$/], ImportSpecifier[imported.name="log"])',
    message: "Use warnOnce(), infoOnce() or a Terminal: they let no control character act.",
  },
  {
    selector:
      'CallExpression[callee.property.name=/^set(Reason|Message)$/]:not(:has(> CallExpression.arguments[callee.name="redactSecretInputs"]))',
    message: "Give the engine only what redactSecretInputs() returns.",
  },
];

export default defineConfig(
  { ignores: ["**/dist/"] },
  {
    // A text that others wrote must not make a pattern go back over it.
    files: ["**/*.{ts,js,mjs,cjs}"],
    plugins: { regexp },
    rules: {
      "regexp/no-super-linear-backtracking": ["error", { report: "potential" }],
      "regexp/no-super-linear-move": ["error", { report: "potential" }],
    },
  },
  { files: ["**/*.ts"], languageOptions: { parser } },
  {
    files: ["{provider,cli,mail}/**/*.ts"],
    rules: {
      "no-restricted-properties": [
        "error",
        {
          object: "URL",
          property: "canParse",
          message:
            'Node.js 20 refuses letters such as "ü" with it once it is called often. Use urlOf.',
        },
      ],
    },
  },
  {
    files: ["{provider,cli}/**/*.ts"],
    rules: { "no-restricted-syntax": ["error", unquoted, ...aroundOurExits] },
  },
  {
    // The exits.
    files: [
      "provider/account/step.ts",
      "cli/terminal/index.ts",
      "provider/program/{program,look-up}.ts",
      "provider/plugin/main.ts",
    ],
    rules: { "no-restricted-syntax": ["error", unquoted] },
  },
);
