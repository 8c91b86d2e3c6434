import { Readable } from "node:stream";
import type SmtpConnection from "nodemailer/lib/smtp-connection";
import { redact } from "../../../provider/errors/redact";
import type { MailLibrary, SmtpServer } from "./mailbox";
import type { TestMessage } from "./message";

export interface Delivered {
  readonly address: string;
  readonly is: "accepted" | "refused" | "may have been sent" | "not sent";
  /** The reason, without a full stop at the end. */
  readonly why?: string;
}

/** An error of nodemailer. May have nodemailer's `code`, such as `EAUTH`, and the mail server's `response`. */
interface SmtpError extends SmtpConnection.SMTPError {
  /** The error code of the system, such as `ECONNREFUSED`. */
  readonly originalCode?: string;
}

const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };
/** Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED has no effect. */
const trust = { tls: { rejectUnauthorized: true } };

export interface Delivery {
  readonly library: MailLibrary;
  readonly message: TestMessage;
  readonly server: SmtpServer;
  /** Secret texts to redact in messages, because the mail server may repeat them. */
  readonly secrets: readonly string[];
}

/**
 * Sends a message to one address after the other, at most once to each. Stops at the first failure other than a refusal
 * of the address or of the message.
 */
export async function deliver(
  recipients: readonly string[],
  delivery: Delivery,
): Promise<Delivered[]> {
  const delivered: Delivered[] = [];
  for (const address of recipients) {
    const isEnded = delivered.some(({ is }) => is === "not sent" || is === "may have been sent");
    const untried = {
      address,
      is: "not sent",
      why: "not tried after the failure before it",
    } as const;
    delivered.push(isEnded ? untried : await deliverTo(address, delivery));
  }
  return delivered;
}

async function deliverTo(
  address: string,
  { library: { MailComposer, SmtpConnection }, message, server, secrets }: Delivery,
): Promise<Delivered> {
  const composed = new MailComposer({
    ...message,
    to: { name: "", address },
    // Treat the email's content as text only, never as the path of a file or as a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const bytes = await composed.build();
  // True once nodemailer reads the body. The server has then accepted the addresses, so the email may have been sent.
  let isUnderWay = false;
  const body = new Readable({
    read() {
      isUnderWay = true;
      this.push(bytes);
      this.push(null);
    },
  });
  const { auth: credentials, ...options } = server;
  const connection = new SmtpConnection({ ...options, ...timeouts, ...trust });
  const { from, to } = composed.getEnvelope();
  try {
    await new Promise<void>((resolve, reject) => {
      const step = (next: () => void) => (error?: Error | null) => (error ? reject(error) : next());
      connection.on("error", reject);
      connection.on("end", () => reject(new Error("The connection ended.")));
      const send = () => connection.send({ from, to }, body, step(resolve));
      const logIn = () => {
        if (connection.allowsAuth) connection.login({ credentials }, step(send));
        else reject(Object.assign(new Error("no login"), { code: "ENOAUTH" }));
      };
      connection.connect(step(credentials ? logIn : send));
    });
    connection.quit();
    return { address, is: "accepted" };
  } catch (error) {
    connection.close();
    return { address, ...failure(error as SmtpError, isUnderWay, secrets) };
  }
}

/** Error messages, keyed by nodemailer's error code, or by this code and the SMTP command that failed. */
const sentences: Readonly<Record<string, string>> = {
  EAUTH: "the server refused the user name or the password",
  ECONNECTION: "the connection ended before the message was sent",
  EDNS: "the host of the server was not found",
  EMESSAGE: "the server refused the message",
  "EMESSAGE MAIL FROM": "the message is longer than the server allows",
  ENOAUTH: "the server doesn't support a login",
  "EENVELOPE DATA": "the server refused the message",
  "EENVELOPE MAIL FROM": "the server refused the sender; set another one with --from",
  "EENVELOPE RCPT TO": "the server refused the address",
  ETIMEDOUT: "the server did not reply in time",
  ETLS: "no secure connection to the server",
};

function failure(
  { code = "", command = "", message, originalCode, response }: SmtpError,
  isUnderWay: boolean,
  secrets: readonly string[],
): Omit<Delivered, "address"> {
  const isResponse = code === "EMESSAGE" && response !== undefined;
  if (isUnderWay && !isResponse) {
    const why = "the server did not reply to the message. It is not sent again";
    return { is: "may have been sent", why };
  }
  const sentence =
    sentences[`${code} ${command}`] ?? sentences[code] ?? "can't connect to the server";
  const said = response ?? originalCode ?? (code in sentences ? undefined : message);
  const why = said === undefined ? sentence : `${sentence} (${redact(said, secrets)})`;
  const isOwn = isResponse || (code === "EENVELOPE" && command !== "MAIL FROM");
  return { is: isOwn ? "refused" : "not sent", why };
}
