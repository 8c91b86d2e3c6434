import { freePort } from "./free-port";

/** Waits as a person does who looks whether the emulator has started; `kill` ends the script once it has ended instead. */
const untilStarted = (log: string) =>
  `until grep -s EMAIL_MARKETING_BASE_URL ${log}; do kill -0 $!; sleep 0.2; done`;

/**
 * A README's script as this machine runs it: with free ports in place of those that it names, and with the answers that
 * a person gives; what runs until Ctrl-C runs beside the rest. All else stands as people read it.
 */
export async function makeRunnable(script: string): Promise<string> {
  const ports = await freePorts(script);
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
        `$& > started.log &\n${untilStarted("started.log")}`,
      )
      .replace(
        /^ *(?:npx (?:--yes )?)?\S*email-marketing-emulator\S* .*> (\S+) &$/gm,
        (command, log: string) => `${command}\n${untilStarted(log)}`,
      )
      .replace(/\b40\d\d\b/g, (port) => ports[port] ?? port)
  );
}

/** Free ports by those that a script names. */
async function freePorts(script: string): Promise<Record<string, string>> {
  const named = [...new Set(script.match(/\b40\d\d\b/g))];
  const ports = await Promise.all(named.map(freePort));
  return Object.fromEntries(named.map((port, index) => [port, String(ports[index])]));
}
