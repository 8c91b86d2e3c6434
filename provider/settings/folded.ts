/** The letters of a name, as they are compared: case, `_`, `-` and a `pulumi-` in front don't count. */
export function folded(name: string): string {
  return name
    .toLowerCase()
    .replace(/[-_]/g, "")
    .replace(/^pulumi(?=.)/, "");
}

/** How every name of this package's settings begins, in the stack config and in the environment. */
export const ownPrefix = "emailmarketing";
