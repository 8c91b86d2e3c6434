/** A name as it is compared with other names: without case, `_`, `-` and a leading `pulumi-`. */
export function folded(name: string): string {
  return name
    .toLowerCase()
    .replace(/[-_]/g, "")
    .replace(/^pulumi(?=.)/, "");
}

/** The prefix of all settings of this package, in the stack config and in the environment. */
export const ownPrefix = "emailmarketing";
