import { js } from "../support/program";
import type { Program } from "../support/stack";

/**
 * Resources by their names in a program, each with its kind, its inputs and its options. What another one has, such as
 * its id, is written as in YAML.
 */
export type Resources = Readonly<
  Record<string, readonly [kind: string, inputs: object, options?: object]>
>;

type Text = Exclude<Program, { dir: string }>;

/** The program that declares resources, by each way in. */
export const waysIn = {
  "dynamic resources": (resources: Resources): Text =>
    js(
      ...Object.entries(resources).map(
        ([name, [kind, inputs, options = {}]]) =>
          `const ${name} = new em.${kind}("${name}", ${inText(inputs)}, ${inText(options)});`,
      ),
    ),
  "the plugin": (resources: Resources): Text => ({
    yaml: {
      resources: Object.fromEntries(
        Object.entries(resources).map(([name, [kind, properties, options = {}]]) => [
          name,
          { type: `emailmarketing:${kind}`, properties, options },
        ]),
      ),
    },
  }),
};

function inText(value: object): string {
  return JSON.stringify(value).replace(/"\$\{(.*?)\}"/g, "$1");
}
