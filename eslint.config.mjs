// Biome looks at form and syntax; here stand only the rules that need types, and those against slow regular expressions.
import * as regexp from "eslint-plugin-regexp";
import tseslint from "typescript-eslint";

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
    message: "Say it by notice(), show() or a Terminal, through which nothing comes that acts.",
  },
  {
    selector:
      'CallExpression[callee.property.name=/^set(Reason|Message)$/]:not(:has(> CallExpression.arguments[callee.name="shown"]))',
    message: "Give the engine only what shown() gives.",
  },
];

export default tseslint.config(
  {
    ignores: [
      "**/dist/",
      "**/node_modules/",
      "temp/",
      "sdk/",
      "examples/languages/",
      "provider/api/wire.ts",
    ],
  },
  {
    // A text that others wrote must not make a pattern go back over it.
    files: ["**/*.{ts,js,mjs,cjs}"],
    plugins: { regexp },
    rules: {
      "regexp/no-super-linear-backtracking": ["error", { report: "potential" }],
      "regexp/no-super-linear-move": ["error", { report: "potential" }],
    },
  },
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.base],
    languageOptions: {
      // Programs that read the built declarations of the others, where projectService reads all sources anew in each.
      parserOptions: {
        project: [
          "tsconfig.json",
          "{provider,emulator}/tsconfig.json",
          "mail/tsconfig.provider.json",
        ],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/only-throw-error": "error",
      "@typescript-eslint/prefer-promise-reject-errors": "error",
      "@typescript-eslint/no-unnecessary-condition": "error",
      "@typescript-eslint/no-unnecessary-type-assertion": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/return-await": "error",
      "@typescript-eslint/switch-exhaustiveness-check": "error",
    },
  },
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
      "provider/account/notice.ts",
      "cli/terminal/index.ts",
      "provider/program/{program,look-up}.ts",
      "provider/plugin/{main,engine-log}.ts",
    ],
    rules: { "no-restricted-syntax": ["error", unquoted] },
  },
  {
    // node:test hands out promises that its runner awaits.
    files: ["examples/unit-tests/**/*.ts"],
    rules: { "@typescript-eslint/no-floating-promises": "off" },
  },
  {
    // A test looks at what callbacks have changed meanwhile, which the compiler can't see.
    files: ["tests/**/*.ts"],
    rules: {
      "@typescript-eslint/no-unnecessary-condition": "off",
      "@typescript-eslint/restrict-template-expressions": "off",
    },
  },
);
