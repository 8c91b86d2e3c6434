import { engineAddress } from "../account/claims";
import { quoted } from "../errors/redact";
import { version } from "../plain/package";

const what = `pulumi-resource-emailmarketing ${version}: the plugin of pulumi-email-marketing. The Pulumi engine starts it by itself, so there is nothing to run by hand. For the commands (doctor, drift, import, show, comment), run: pulumi-email-marketing --help`;

/** Arguments that the engine may put before its address, or pass to a plugin that is debugged. */
const engineArguments = /^--?(logtostderr|logflow|v=\d+|tracing(=.*)?)$/;

/**
 * The text for a person who started the plugin by hand, and whether the process then ends. Undefined if an engine or
 * another program started the plugin.
 */
export function manualStartMessage(
  given: readonly string[],
  { isTerminal }: { readonly isTerminal: boolean | undefined },
) {
  // Only the last argument counts, because a newer engine may pass more arguments before its address.
  if (engineAddress(given) !== undefined) return undefined;
  const unknown = given.filter((one) => !engineArguments.test(one));
  const [first = ""] = unknown;
  const isHelp = unknown.every((one) => ["--help", "-h", "--version"].includes(one));
  if (unknown.length > 0) {
    const problem = isHelp ? "" : `error: unknown argument ${quoted(first)}.\n`;
    return { text: problem + what, ends: true, status: isHelp ? 0 : 1 };
  }
  if (!isTerminal) return undefined;
  const serving =
    "It is running, so that an engine can attach to it (PULUMI_DEBUG_PROVIDERS=emailmarketing:PORT, with the port below). To end it, press Ctrl-C.";
  return { text: `${what}\n${serving}`, ends: false, status: 1 };
}
