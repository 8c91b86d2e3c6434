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

/** Loopback addresses and files that replace the package registries and the releases on GitHub. */
export interface Registries {
  /**
   * Environment variables that make npm, pip, Go and the Pulumi CLI ask these registries first. Maven reads this
   * machine's repository.
   */
  readonly env: NodeJS.ProcessEnv;
  /** The files of the release that were requested. */
  readonly asked: readonly string[];
  close(): void;
}

/**
 * Serves the files that `npm run release` and `npm run plugin` wrote, and everything else from the original registries.
 * The tools write their caches into `home`.
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

/**
 * Variables for Go, with a separate cache, because Go keeps the first copy of a version. The user's cache serves as
 * another proxy, to save downloads.
 */
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
    // Without paths in the output, compiled packages can be reused with another module cache.
    GOFLAGS: "-modcacherw -trimpath",
    GOWORK: "off",
  };
}

/** Environment variables for Maven. A Java option sets the home folder, because Java ignores the variable HOME. */
async function mavenEnvironment(home: string): Promise<NodeJS.ProcessEnv> {
  const known = pathToFileURL(join(homedir(), ".m2", "repository")).href;
  await mkdir(join(home, ".m2"), { recursive: true });
  await writeFile(join(home, ".m2", "settings.xml"), settingsWith(known));
  return { MAVEN_OPTS: `-Duser.home=${home}` };
}

/** Maven settings that add an existing repository. */
function settingsWith(url: string): string {
  // A local repository has no checksums, and Maven's warning about them would look like output of the program.
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
