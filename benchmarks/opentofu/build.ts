import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { cacheFolder } from "../../tools/engine/cache";
import { runCommand } from "../../tools/engine/command";
import { isExecutable } from "../../tools/engine/executable";
import { withLock } from "../../tools/engine/lock";
import type { Progress } from "../../tools/engine/progress";

/** The versions that the go.mod files of this folder pin. */
export const openTofuVersion = "1.10.0";
export const restProviderVersion = "1.20.0";

/** OpenTofu and the generic REST provider, as executables in one folder. */
export interface OpenTofu {
  readonly tofu: string;
  /** The folder that holds the provider. */
  readonly dir: string;
}

const programs = [
  {
    what: `OpenTofu ${openTofuVersion} with Go`,
    module: "cli",
    package: "github.com/opentofu/opentofu/cmd/tofu",
    executable: "tofu",
    expected: "3 to 6 minutes on two cores, once",
  },
  {
    what: `its generic REST provider ${restProviderVersion} with Go`,
    module: "restapi",
    package: "github.com/Mastercard/terraform-provider-restapi",
    executable: "terraform-provider-restapi",
    expected: "about 40 s, once",
  },
];

/** Finds both in the user's cache, or builds them there with the Go client. */
export async function findOpenTofu(progress: Progress): Promise<OpenTofu> {
  const cache = join(dirname(cacheFolder()), "benchmark");
  const dir = join(
    cache,
    `opentofu-${openTofuVersion}-restapi-${restProviderVersion}-${process.platform}-${process.arch}`,
  );
  const found = { tofu: join(dir, "tofu"), dir };
  if (await isExecutable(found.tofu)) return found;
  await mkdir(cache, { recursive: true });
  const waiting = (pid: number) =>
    progress.say(`Process ${pid} is building OpenTofu; waiting for it ...`);
  await withLock(join(cache, "making.lock"), waiting, async () => {
    if (!(await isExecutable(found.tofu))) await buildInto(dir, cache, progress);
  });
  return found;
}

/** The folder is moved into place in one step, so that no other process finds half of it. */
async function buildInto(dir: string, cache: string, progress: Progress): Promise<void> {
  const scratch = await mkdtemp(join(cache, "unfinished-"));
  try {
    for (const program of programs) await build(program, scratch, progress);
    await rename(scratch, dir);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function build(
  program: (typeof programs)[number],
  folder: string,
  progress: Progress,
): Promise<void> {
  const output = join(folder, program.executable);
  const args = ["build", "-buildvcs=false", "-trimpath", "-ldflags", "-w -s", "-o", output];
  const step = { doing: `Building ${program.what}`, expected: program.expected };
  const result = await progress.during(step, () =>
    runCommand("go", [...args, program.package], {
      cwd: join(__dirname, program.module),
      env: { ...process.env, GOWORK: "off", GOFLAGS: "-mod=readonly" },
    }),
  );
  if (result.exitCode !== 0) {
    const last = result.stderr.trim().split("\n").slice(-5).join("\n");
    throw new Error(`Building ${program.what} failed. The last output of Go:\n${last}`);
  }
}
