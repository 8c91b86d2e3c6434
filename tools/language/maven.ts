import { requireCommand } from "./requirement";

/** Options for every call of Maven: no questions, no progress bars, errors only. */
export const quietly = ["--batch-mode", "--no-transfer-progress", "--quiet"];

export async function requireMaven(): Promise<void> {
  const needs = "Programs in Java need a JDK, 17 or later, and Maven, 3.8 or later.";
  await requireCommand("javac", ["--version"], `${needs} Install the JDK (https://adoptium.net)`);
  const maven = `${needs} Install Maven (https://maven.apache.org/install.html)`;
  await requireCommand("mvn", ["--version"], maven);
}
