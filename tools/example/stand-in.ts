/**
 * A README's script as this machine runs it: with free ports in place of those that it names, and with the answers that
 * a person gives; what runs until Ctrl-C runs beside the rest. All else stands as people read it.
 */
export function standIn(script: string, ports: Readonly<Record<string, string>>): string {
  return (
    script
      .replace(
        /\bpulumi new \S+/g,
        (command) => `${command} --yes --config emailmarketing:baseUrl=http://127.0.0.1:4010/v1`,
      )
      .replace(/\bpulumi (up|destroy|stack rm)\b(?! --yes)/g, "pulumi $1 --yes")
      // The language host that can be built here writes no programs.
      .replace(/\bpulumi import\b/g, "pulumi import --yes --generate-code=false")
      .replace(
        /^npx email-marketing-emulator --port \d+$/gm,
        "$& > started.log &\nuntil grep -s EMAIL_MARKETING_BASE_URL started.log; do sleep 0.2; done",
      )
      // A person looks whether it has started.
      .replace(
        /^ *npx (?:--yes )?email-marketing-emulator .*> (\S+) &$/gm,
        "$&\nuntil grep -s EMAIL_MARKETING_BASE_URL $1; do sleep 0.2; done",
      )
      .replace(/\b40\d\d\b/g, (port) => ports[port] ?? port)
  );
}
