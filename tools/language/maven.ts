import { requireCommand } from "./requirement";

/** Options of every call of Maven: no questions, no bars, no news. */
export const quietly = ["--batch-mode", "--no-transfer-progress", "--quiet"];

/** Fails with a sentence that names what programs in Java need. */
export async function requireMaven(): Promise<void> {
  const needs = "Programs in Java need a JDK, 17 or later, and Maven, 3.8 or later.";
  await requireCommand("javac", ["--version"], `${needs} Install the JDK (https://adoptium.net)`);
  const maven = `${needs} Install Maven (https://maven.apache.org/install.html)`;
  await requireCommand("mvn", ["--version"], maven);
}
