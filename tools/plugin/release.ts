import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { inScratch } from "../engine/scratch";
import { runTool } from "../language/requirement";
import { bundledPackages, noticesOf } from "../package/notices";
import { bundlePlugin } from "./bundle";

const root = join(__dirname, "..", "..");
const schema = join(root, "provider", "schema.json");
const isWindows = process.platform === "win32";
const executableName = `pulumi-resource-emailmarketing${isWindows ? ".exe" : ""}`;

/** The marker at which Node.js looks for an embedded program. */
const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/** The name of the archive that the CLI requests from a release for this machine's system. */
export function archiveName(version: string): string {
  const os = isWindows ? "windows" : process.platform;
  const architecture = process.arch === "x64" ? "amd64" : process.arch;
  return `pulumi-resource-emailmarketing-v${version}-${os}-${architecture}.tar.gz`;
}

/**
 * Builds the archive of a release for this machine's system, and returns its path. It contains an executable with
 * Node.js and the plugin, the schema, and the licenses.
 */
export function buildArchive(version: string, target: string): Promise<string> {
  return inScratch(async (scratch) => {
    const executable = join(scratch, executableName);
    await buildExecutable(scratch, executable);
    await copyFile(schema, join(scratch, "schema.json"));
    await copyFile(join(root, "LICENSE"), join(scratch, "LICENSE"));
    await mkdir(target, { recursive: true });
    const name = archiveName(version);
    const files = [executableName, "schema.json", "LICENSE", "THIRD-PARTY-NOTICES"];
    // The archive's name has no folder, because the tar of Git for Windows takes the part before the colon in C:\ for
    // the name of another machine.
    await runTool("tar", ["-czf", name, ...files], { cwd: scratch });
    const archive = join(target, name);
    await copyFile(join(scratch, name), archive);
    return archive;
  });
}

/** The license of the embedded Node.js. Its path differs between Node.js archives, installers and Debian's package. */
async function licenseOfNode(): Promise<string> {
  const folder = dirname(process.execPath);
  const places = [".", "..", "../share/doc/nodejs", "../share/doc/node"];
  for (const place of places) {
    const file = join(folder, place, "LICENSE");
    if (existsSync(file)) return readFile(file, "utf8");
  }
  throw new Error(`there is no license of Node.js beside ${process.execPath}`);
}

export async function buildExecutable(scratch: string, executable: string): Promise<void> {
  const main = join(scratch, "plugin.cjs");
  const output = join(scratch, "plugin.blob");
  const packages = bundledPackages(root, await bundlePlugin(main));
  const notices = [noticesOf(packages), `Node.js ${process.version}\n\n${await licenseOfNode()}`];
  await writeFile(join(scratch, "THIRD-PARTY-NOTICES"), notices.join("\n\n"));
  const config = { main, output, disableExperimentalSEAWarning: true, useCodeCache: true };
  await writeFile(join(scratch, "sea.json"), JSON.stringify(config));
  await runTool(process.execPath, ["--experimental-sea-config", "sea.json"], { cwd: scratch });
  await copyFile(process.execPath, executable);
  await chmod(executable, 0o755);
  const isMac = process.platform === "darwin";
  // macOS refuses an executable whose content doesn't match its signature.
  if (isMac) await runTool("codesign", ["--remove-signature", executable], { cwd: scratch });
  const postject = require.resolve("postject/dist/cli.js");
  const segment = isMac ? ["--macho-segment-name", "NODE_SEA"] : [];
  const injected = [executable, "NODE_SEA_BLOB", output, "--sentinel-fuse", fuse, ...segment];
  await runTool(process.execPath, [postject, ...injected], { cwd: scratch });
  if (isMac) await runTool("codesign", ["--sign", "-", executable], { cwd: scratch });
}
