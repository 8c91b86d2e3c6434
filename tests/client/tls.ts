import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generate } from "selfsigned";

/** A certificate for some hosts, its key, and a file with the authority that signed it: itself. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
  readonly authorityFile: string;
}

/** How long a certificate is valid; by default a year from now. */
interface Validity {
  readonly notBeforeDate?: Date;
  readonly notAfterDate?: Date;
}

/** Makes a certificate for some hosts, whose authority is kept in a folder. */
export async function createCertificate(
  folder: string,
  hosts: readonly string[],
  validity: Validity = {},
): Promise<Certificate> {
  const { cert, private: key } = await generate([{ name: "commonName", value: hosts[0] ?? "" }], {
    keyType: "ec",
    ...validity,
    extensions: [
      { name: "basicConstraints", cA: true },
      { name: "subjectAltName", altNames: hosts.map((value) => ({ type: 2, value })) },
    ],
  });
  const authorityFile = join(folder, "authority.pem");
  writeFileSync(authorityFile, cert);
  return { cert, key, authorityFile };
}
