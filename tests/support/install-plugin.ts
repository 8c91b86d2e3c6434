import { join } from "node:path";
import { pluginExecutable } from "../../tools/plugin/install";
import { readPublished } from "../../tools/schema/metadata";
import { ok } from "./outcome";
import type { Project, RunOptions } from "./stack";

const published = readPublished();

/** The source of the plugin. By default, an executable that starts the plugin of the repository. */
interface Installation extends RunOptions {
  /** The version to install as. Default: the version of the packages. */
  readonly version?: string;
  /** An archive of the plugin. */
  readonly file?: string;
  /** True to download from the releases on GitHub, or from the address that replaces them in the environment. */
  readonly isReleased?: true;
}

/** Installs the plugin for a project with the CLI's own command. */
export async function installPlugin(
  project: Project,
  { version = published.version, file, isReleased, ...options }: Installation = {},
): Promise<void> {
  const from = isReleased
    ? ["--server", `github://api.github.com/${published.repository}`]
    : ["--file", file ?? (await pluginExecutable(join(project.dir, ".plugin")))];
  const install = ["plugin", "install", "resource", "emailmarketing", version, ...from];
  await ok(project.raw(install, options));
}
