import { Readable } from "node:stream";
import { EmailMarketingError } from "../../errors/error";
import { redact } from "../../errors/redact";
import type { TestMessage } from "./message";
import type { SmtpServer } from "./server";

/** What became of the message to one address. */
export interface Delivered {
  readonly address: string;
  readonly is: "accepted" | "refused" | "may have been sent" | "not sent";
  /** Why, as a sentence without its full stop. */
  readonly why?: string;
}

/** What the library says of a failure. */
interface SmtpError extends Error {
  /** Its own word, such as `EAUTH`. */
  readonly code?: string;
  /** The code of the system, such as `ECONNREFUSED`. */
  readonly originalCode?: string;
  readonly response?: string;
  readonly responseCode?: number;
  readonly command?: string;
}

const connectMs = 15_000;
const silenceMs = 60_000;

/** How the message is sent to each address. */
export interface Delivery {
  readonly message: TestMessage;
  readonly server: SmtpServer;
  /** What no sentence has, though the server may repeat it. */
  readonly secrets: readonly string[];
}

/**
 * Sends one message to each address, one after the other and none of them twice. What concerns an address is its own;
 * after any other failure, the rest isn't sent.
 */
export async function deliver(
  recipients: readonly string[],
  delivery: Delivery,
): Promise<Delivered[]> {
  const delivered: Delivered[] = [];
  let isEnded = false;
  for (const address of recipients) {
    if (isEnded) {
      delivered.push({ address, is: "not sent", why: "not tried after the failure before it" });
      continue;
    }
    const { endsAll = false, ...one } = await deliverTo(address, delivery);
    delivered.push(one);
    isEnded = endsAll;
  }
  return delivered;
}

/** Loads the library, which only those who send mails need to install. */
async function mailLibrary() {
  try {
    const [composer, connection] = await Promise.all([
      import("nodemailer/lib/mail-composer"),
      import("nodemailer/lib/smtp-connection"),
    ]);
    return { MailComposer: composer.default, SmtpConnection: connection.default };
  } catch (cause) {
    const sentence =
      'the package "nodemailer", which sends mails, is not installed. Run: npm install nodemailer';
    throw new EmailMarketingError("config", sentence, { cause });
  }
}

async function deliverTo(
  address: string,
  { message, server, secrets }: Delivery,
): Promise<Delivered & { readonly endsAll?: boolean }> {
  const { MailComposer, SmtpConnection } = await mailLibrary();
  const composed = new MailComposer({
    ...message,
    to: { name: "", address },
    // The content is text, and never what a text may name.
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const bytes = await composed.build();
  // Read only once the server waits for the message.
  let isUnderWay = false;
  const body = new Readable({
    read() {
      isUnderWay = true;
      this.push(bytes);
      this.push(null);
    },
  });
  const connection = new SmtpConnection(connectionOptions(server));
  const { from, to } = composed.getEnvelope();
  const { login } = server;
  try {
    await new Promise<void>((resolve, reject) => {
      const step = (next: () => void) => (error?: Error | null) => (error ? reject(error) : next());
      connection.on("error", reject);
      connection.on("end", () => reject(new Error("The connection ended.")));
      const send = () => connection.send({ from, to }, body, step(resolve));
      const credentials = login && { user: login.user, pass: login.password };
      const logIn = () => {
        if (connection.allowsAuth) connection.login({ credentials }, step(send));
        else reject(Object.assign(new Error("no login"), { code: "no-login" }));
      };
      connection.connect(step(login ? logIn : send));
    });
    connection.quit();
    return { address, is: "accepted" };
  } catch (error) {
    connection.close();
    return { address, ...failure(error as SmtpError, isUnderWay, secrets) };
  }
}

function connectionOptions({ host, port, tls }: SmtpServer) {
  return {
    host,
    port,
    secure: tls === "from the start",
    requireTLS: tls === "required",
    ignoreTLS: tls === "none",
    // Whatever the environment says.
    tls: { rejectUnauthorized: true },
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
  };
}

function failure(
  error: SmtpError,
  isUnderWay: boolean,
  secrets: readonly string[],
): Omit<Delivered, "address"> & { readonly endsAll?: boolean } {
  const { code = "", command = "", response, responseCode } = error;
  const said = response === undefined ? "" : ` (${redact(response, secrets)})`;
  if (code === "EMESSAGE" && responseCode !== undefined) {
    return { is: "refused", why: `the server refused the message${said}` };
  }
  if (isUnderWay) {
    const why = "the server did not reply to the message. It is not sent again";
    return { is: "may have been sent", why, endsAll: true };
  }
  if (command === "RCPT TO") {
    return { is: "refused", why: `the server refused the address${said}` };
  }
  return { is: "not sent", why: `${whyNotSent(error)}${said}`, endsAll: true };
}

function whyNotSent({ code = "", originalCode, command = "" }: SmtpError): string {
  if (code === "EAUTH") return "the server refused the user name or the password";
  if (code === "no-login") return "the server doesn't support a login";
  if (command === "MAIL FROM") {
    return code === "EMESSAGE"
      ? "the message is longer than the server allows"
      : "the server refused the sender; set another one with --from";
  }
  if (code === "ETLS" || /CERT|SIGNED|SSL|TLS/.test(originalCode ?? "")) {
    return `no secure connection to the server (${originalCode ?? code})`;
  }
  if (code === "ETIMEDOUT") return "the server did not reply in time";
  if (code === "EDNS") return "the host of the server was not found";
  if (originalCode !== undefined) return `can't connect to the server (${originalCode})`;
  return "the connection ended before the message was sent";
}
