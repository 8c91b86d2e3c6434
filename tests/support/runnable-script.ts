import { freePort } from "./free-port";

/**
 * A shell loop that waits until the emulator has printed its settings. Its `kill -0` fails and so ends the script if
 * the emulator has ended.
 */
const untilStarted = (log: string) =>
  `until grep -s EMAIL_MARKETING_BASE_URL ${log}; do kill -0 $!; sleep 0.2; done`;

/**
 * Makes a README's script runnable without a person: with free ports, with answers to questions, and with a server in
 * the background. All other text stays as printed.
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
      // The language host that tests build can't generate code.
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

/** Free ports, by the ports in a script that they replace. */
async function freePorts(script: string): Promise<Record<string, string>> {
  const named = [...new Set(script.match(/\b40\d\d\b/g))];
  const ports = await Promise.all(named.map(freePort));
  return Object.fromEntries(named.map((port, index) => [port, String(ports[index])]));
}
