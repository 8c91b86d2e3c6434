import { engineAddress } from "../account/claims";
import { version } from "../errors/package";
import { quoted } from "../errors/redact";

const what = `pulumi-resource-emailmarketing ${version}: the plugin of pulumi-email-marketing. The Pulumi engine starts it by itself, so there is nothing to run by hand. For the commands (doctor, drift, import, show, comment), run: pulumi-email-marketing --help`;

/** What the engine may put in front of its address, or give to a plugin that is to be debugged. */
const ofEngine = /^--?(logtostderr|logflow|v=\d+|tracing(=.*)?)$/;

/**
 * What the plugin says to a person who has started it, and whether that is all it does; undefined where the engine has started it.
 * What is no answer to a question goes to standard error.
 */
export function greetingOf(
  given: readonly string[],
  { isTerminal }: { readonly isTerminal: boolean | undefined },
) {
  // The engine's address comes last, and what a later engine may put in front of it is its own.
  if (engineAddress(given) !== undefined) return undefined;
  const unknown = given.filter((one) => !ofEngine.test(one));
  const [first = ""] = unknown;
  const isQuestion = unknown.every((one) => ["--help", "-h", "--version"].includes(one));
  if (unknown.length > 0) {
    const problem = isQuestion ? "" : `error: unknown argument ${quoted(first)}.\n`;
    return { text: problem + what, ends: true, status: isQuestion ? 0 : 1 };
  }
  if (!isTerminal) return undefined;
  const serving =
    "It is running, so that an engine can attach to it (PULUMI_DEBUG_PROVIDERS=emailmarketing:PORT, with the port below). To end it, press Ctrl-C.";
  return { text: `${what}\n${serving}`, ends: false, status: 1 };
}
