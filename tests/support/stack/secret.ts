import { createCipheriv, pbkdf2, randomBytes } from "node:crypto";
import { promisify } from "node:util";

/** The passphrase of every stack of the tests. */
export const passphrase = "correct horse battery staple";

const salt = Buffer.from("cafe0123456789ab", "hex");

/** A function gives it, so that no test pays for the key that encrypts nothing. */
let key: Promise<Buffer> | undefined;

/**
 * Encrypts a value as `pulumi config set --secret` does for a stack with a passphrase, without the
 * half second that the command takes.
 */
export async function encryptSecret(value: string): Promise<string> {
  key ??= promisify(pbkdf2)(passphrase, salt, 1_000_000, 32, "sha256");
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", await key, nonce);
  const sealed = Buffer.concat([cipher.update(value), cipher.final(), cipher.getAuthTag()]);
  return `v1:${nonce.toString("base64")}:${sealed.toString("base64")}`;
}

/** The line of a stack's settings by which the engine recognises the right passphrase. */
export async function encryptionSalt(): Promise<string> {
  return `v1:${salt.toString("base64")}:${await encryptSecret("pulumi")}`;
}
