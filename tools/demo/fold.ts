const done = /^ [+~-] {2}\S+:(\w+) (\S+) (create|update|delete|created|updated|deleted)\b/;
const finding = / \[[a-z-]+(?: \{.*\})?\]$/;

/**
 * What matters of the output of a command. Of Pulumi's: each resource that changes, warnings and the counts, or only the
 * errors. Of other commands: all but empty lines, comments and rules of tables.
 */
export function folded(output: string): string[] {
  const lines = output.split("\n").map((line) => line.replace(finding, ""));
  if (!/^(?:Previewing|Updating|Destroying|Refreshing) /m.test(output))
    return lines.filter((line) => !/^(?:<!--.*|All resources .*|[ |-]*)$/.test(line));
  const said = (kind: string) =>
    [...new Set(lines.filter((line) => line.startsWith(`    ${kind}: `)))].map((line) =>
      line.trim(),
    );
  const errors = said("error").filter((line) => !line.includes("(see the resources above)"));
  if (errors.length > 0) return errors;
  const changed = lines.flatMap((line) => {
    const [, kind = "Stack", name = ""] = done.exec(line) ?? [];
    return kind === "Stack" ? [] : [`${kind} ${name}`];
  });
  const counts = lines.filter((line) => /^ {4}(?:[+~-] )?\d+ \w+/.test(line));
  const resources = [...new Set(changed)].sort().join(", ");
  const summary = counts.map((line) => line.trim()).join(", ");
  return [...said("warning"), resources === "" ? summary : `${summary}: ${resources}`];
}
