import { createCipheriv, pbkdf2, randomBytes } from "node:crypto";
import { promisify } from "node:util";

/** The passphrase of the stacks for which `writeConfig` encrypts secrets. */
export const passphrase = "correct horse battery staple";

const salt = Buffer.from("cafe0123456789ab", "hex");

/** The key for the passphrase. Computed at first use, so that tests without a stack don't spend the time. */
let key: Promise<Buffer> | undefined;

/**
 * Encrypts a value like `pulumi config set --secret` for a stack with a passphrase, but without the half second that
 * the command takes.
 */
export async function encryptSecret(value: string): Promise<string> {
  key ??= promisify(pbkdf2)(passphrase, salt, 1_000_000, 32, "sha256");
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", await key, nonce);
  const sealed = Buffer.concat([cipher.update(value), cipher.final(), cipher.getAuthTag()]);
  return `v1:${nonce.toString("base64")}:${sealed.toString("base64")}`;
}

/** The value of `encryptionsalt` in a stack config, by which the engine recognizes the right passphrase. */
export async function encryptionSalt(): Promise<string> {
  return `v1:${salt.toString("base64")}:${await encryptSecret("pulumi")}`;
}
