/** What stands in for what only a person, the registry or a free machine has. */
export interface StandIns {
  /** The packed packages by their names in the registry. */
  readonly packages: Readonly<Record<string, string>>;
  /** Free ports by those that the README names. */
  readonly ports: Readonly<Record<string, string>>;
  /** The folder of the template that the README names by its address on GitHub. */
  readonly template: string;
}

/**
 * A README's script as this machine runs it: a package is replaced where it is installed, a port and the address of the
 * template where they are named, and prompts are answered with yes. All else stands as people read it.
 */
export function standIn(script: string, { packages, ports, template }: StandIns): string {
  return script
    .replace(/^.*\bnpm install\b.*$/gm, (line) =>
      line.replace(/\S+/g, (word) => packages[word] ?? word),
    )
    .replace(/\b40\d\d\b/g, (port) => ports[port] ?? port)
    .replace(/\bpulumi new https:\S+/g, `pulumi new ${template} --yes`)
    .replace(/\bpulumi up\b/g, "pulumi up --yes");
}
