import { join } from "node:path";
import { pluginExecutable } from "../../tools/plugin/install";
import { readPublished } from "../../tools/schema/metadata";
import { ok } from "./outcome";
import type { Project, RunOptions } from "./stack";

const published = readPublished();

/** What is installed, and from where: without more, the plugin of the repository as an executable. */
interface Installation extends RunOptions {
  /** Under which version; by default that of the packages. */
  readonly version?: string;
  /** An archive of the plugin. */
  readonly file?: string;
  /** Downloaded from the releases, or from what the environment has in their place. */
  readonly isReleased?: true;
}

/** Installs the plugin for a project by the CLI's own command. */
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
