import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generate } from "selfsigned";

/** A self-signed certificate for some hosts, its key, and a file with which clients can trust the certificate. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
  readonly authorityFile: string;
}

/** Creates a self-signed certificate for some hosts, and writes it to a file in the folder. */
export async function createCertificate(
  folder: string,
  hosts: readonly string[],
): Promise<Certificate> {
  const { cert, private: key } = await generate([{ name: "commonName", value: hosts[0] ?? "" }], {
    keyType: "ec",
    extensions: [
      { name: "basicConstraints", cA: true },
      { name: "subjectAltName", altNames: hosts.map((value) => ({ type: 2, value })) },
    ],
  });
  const authorityFile = join(folder, "authority.pem");
  writeFileSync(authorityFile, cert);
  return { cert, key, authorityFile };
}
