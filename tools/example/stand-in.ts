/**
 * A README's script as this machine runs it: with free ports in place of those that it names, and with the answers that
 * a person gives. All else stands as people read it.
 */
export function standIn(script: string, ports: Readonly<Record<string, string>>): string {
  return script
    .replace(
      /\bpulumi new \S+/g,
      (command) => `${command} --yes --config emailmarketing:baseUrl=http://127.0.0.1:4010/v1`,
    )
    .replace(/\bpulumi (up|destroy)\b(?! --yes)/g, "pulumi $1 --yes")
    .replace(/\b40\d\d\b/g, (port) => ports[port] ?? port);
}
