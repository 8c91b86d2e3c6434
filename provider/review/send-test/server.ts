import { EmailMarketingError } from "../../errors/error";
import { isLoopback } from "../../runtime/domain";
import type { otherVariables } from "../../runtime/other-variable";

/** The environment variable with the address of the server. */
export const serverVariable = "EMAIL_MARKETING_SMTP_URL" satisfies keyof typeof otherVariables;

/** An SMTP server of the user's. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** How the connection is encrypted: from the start, after a command, or, on this machine only, not. */
  readonly tls: "from the start" | "required" | "none";
  readonly login?: { readonly user: string; readonly password: string };
}

const example = "smtps://user:password@mail.example.com";

/** Reads the address of a server. No sentence has any of it: it holds a password. */
export function smtpServer(text: string | undefined): SmtpServer {
  const given = text?.trim() ?? "";
  if (given === "") {
    throw wrong(`is not set. Set it to the address of your SMTP server, such as ${example}`);
  }
  if (!URL.canParse(given)) throw wrong(`must be an address such as ${example}`);
  const url = new URL(given);
  const isSecure = url.protocol === "smtps:";
  if (!isSecure && url.protocol !== "smtp:") throw wrong("must begin with smtps:// or smtp://");
  // A query would be read as options, and could turn the check of certificates off.
  if (/[?#]/.test(given) || !["", "/"].includes(url.pathname)) {
    throw wrong(
      `must not have a path, a query or a fragment; encode such a character of the password, "?" as %3F and "#" as %23`,
    );
  }
  if (!/^(?:[a-z\d.-]+|\[[\da-f:.]+\])$/i.test(url.hostname)) throw wrong("must name a host");
  const [user, password] = [decoded(url.username), decoded(url.password)];
  if ((user === "") !== (password === "")) {
    throw wrong("must have both a user name and a password, or neither");
  }
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (isSecure ? 465 : 587) : Number(url.port),
    tls: isSecure ? "from the start" : isLoopback(url) ? "none" : "required",
    ...(user !== "" && { login: { user, password } }),
  };
}

/** What must be in no output: a server may repeat what it was sent. */
export function secretsOf(text: string, { login }: SmtpServer): string[] {
  if (!login) return [text.trim()];
  const { user, password } = login;
  const base64 = (value: string) => Buffer.from(value).toString("base64");
  return [text.trim(), base64(`\0${user}\0${password}`), base64(password), password, user];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrong('must encode "%" in the user name and the password as %25');
  }
}

function wrong(problem: string): EmailMarketingError {
  return new EmailMarketingError("config", `${serverVariable} ${problem}.`);
}
