import { readFileSync } from "node:fs";
import { quoted } from "./redact";

/**
 * Advice for an untrusted certificate. The advice names the file of NODE_EXTRA_CA_CERTS if it is unreadable, because
 * Node.js only prints a warning.
 */
export function authorityAdvice(file = process.env.NODE_EXTRA_CA_CERTS ?? ""): string {
  try {
    if (file !== "") readFileSync(file);
  } catch (error) {
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    return `NODE_EXTRA_CA_CERTS names ${quoted(file)}, which can't be read (${code}). Set it to a file with the certificate of the authority.`;
  }
  return "To trust another certificate authority, set NODE_EXTRA_CA_CERTS to a file with its certificate.";
}
