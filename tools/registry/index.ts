import { once } from "node:events";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runTool } from "../language/requirement";
import { readPublished } from "../schema/metadata";
import { npmRegistry } from "./npm";

/** Loopback addresses and files that stand for the registries and for the releases on GitHub. */
export interface Registries {
  /** Sends npm, pip, Go and the Pulumi CLI to them first, and Maven to what this machine has. */
  readonly env: NodeJS.ProcessEnv;
  /** The files of the release that were asked for. */
  readonly asked: readonly string[];
  close(): void;
}

/**
 * Serves what a release publishes, from a folder as `npm run release` and `npm run plugin` leave it: whatever it lacks comes from
 * where it came from before. What the tools write about it goes to a home of its own.
 */
export async function serveRegistries(folder: string, home: string): Promise<Registries> {
  const asked: string[] = [];
  const npm = await npmRegistry(await made(join(folder, "npm")), await npmUpstream(folder));
  const files = await readdir(folder);
  const server = createServer((request, response) => {
    const file = files.find((name) => request.url === `/release/${name}`);
    if (file === undefined) return npm(request, response);
    asked.push(file);
    void readFile(join(folder, file)).then((content) => response.end(content));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { repository } = readPublished();
  return {
    asked,
    env: {
      npm_config_registry: origin,
      npm_config_replace_registry_host: "never",
      ...pipEnvironment(folder),
      ...(await goEnvironment(folder, home)),
      ...(await mavenEnvironment(home)),
      PULUMI_PLUGIN_DOWNLOAD_URL_OVERRIDES: `^github://api\\.github\\.com/${repository}=${origin}/release`,
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: undefined,
    },
    close: () => void server.close(),
  };
}

async function made(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  return folder;
}

async function npmUpstream(cwd: string): Promise<string> {
  const registry = await runTool("npm", ["config", "get", "registry"], { cwd });
  return registry.trim().replace(/\/$/, "");
}

function pipEnvironment(folder: string): NodeJS.ProcessEnv {
  const { PIP_FIND_LINKS, PIP_CACHE_DIR } = process.env;
  return {
    PIP_FIND_LINKS: [PIP_FIND_LINKS ?? "", join(folder, "pypi")].join(" ").trim(),
    PIP_CACHE_DIR: PIP_CACHE_DIR ?? join(homedir(), ".cache", "pip"),
  };
}

/** A cache of its own: Go keeps a version as it first saw it. What the user's cache has, need not be downloaded. */
async function goEnvironment(folder: string, home: string): Promise<NodeJS.ProcessEnv> {
  const names = ["GOPROXY", "GOMODCACHE", "GOCACHE"];
  const printed = await runTool("go", ["env", ...names], { cwd: folder }).catch(() => undefined);
  if (printed === undefined) return {};
  const [proxy = "", modules = "", cache = ""] = printed.split("\n");
  const own = pathToFileURL(join(folder, "go")).href;
  const known = pathToFileURL(join(modules, "cache", "download")).href;
  return {
    GOPROXY: [own, known, proxy].join(","),
    GONOSUMDB: `github.com/${readPublished().repository}/*`,
    GOMODCACHE: join(home, "go-modules"),
    GOCACHE: cache,
    // Without paths, what was compiled once stays good for the next cache of modules.
    GOFLAGS: "-modcacherw -trimpath",
    GOWORK: "off",
  };
}

/** Java finds the home of a user without asking the environment. */
async function mavenEnvironment(home: string): Promise<NodeJS.ProcessEnv> {
  const known = pathToFileURL(join(homedir(), ".m2", "repository")).href;
  await mkdir(join(home, ".m2"), { recursive: true });
  await writeFile(join(home, ".m2", "settings.xml"), settingsWith(known));
  return { MAVEN_OPTS: `-Duser.home=${home}` };
}

/** Settings with which Maven takes what it can from a repository that is there. */
function settingsWith(url: string): string {
  // Maven's own repository keeps no checksums, and a warning would be taken for what a program prints.
  const policy = "<releases><checksumPolicy>ignore</checksumPolicy></releases>";
  const content = `<id>known</id><url>${url}</url>${policy}`;
  return `<settings>
  <profiles>
    <profile>
      <id>known</id>
      <repositories><repository>${content}</repository></repositories>
      <pluginRepositories><pluginRepository>${content}</pluginRepository></pluginRepositories>
    </profile>
  </profiles>
  <activeProfiles><activeProfile>known</activeProfile></activeProfiles>
</settings>
`;
}
