import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, realpath, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";

const bin = join(__dirname, "../../provider/bin/pulumi-resource-emailmarketing.js");

describe("the plugin's compiled code", () => {
  let home = "";
  beforeEach(async () => {
    home = await realpath(await mkdtemp(join(tmpdir(), "email-marketing-home-")));
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  /** The folder that the plugin sets for compiled code: "by itself" if Node.js chooses one, "" if none is set. */
  async function chosen(env: NodeJS.ProcessEnv = {}, before = ""): Promise<string> {
    const program = `${before}
      const Module = require("node:module"), load = Module._load;
      Module.enableCompileCache = (folder = "by itself") => console.log(folder);
      Module._load = (name, ...rest) => name.includes("/dist/") ? {} : load(name, ...rest);
      require(${JSON.stringify(bin)});`;
    const own = { PATH: process.env.PATH, HOME: home, ...env };
    const { stdout } = await promisify(execFile)(process.execPath, ["-e", program], { env: own });
    return stdout.trim();
  }

  const ours = ["pulumi-email-marketing", "compiled"];

  it("is stored in a folder of mode 700 in the user's cache", async () => {
    const folder = join(home, ".cache", ...ours);
    for (const start of ["first", "second"]) expect(await chosen(), start).to.equal(folder);
    expect((await stat(folder)).mode & 0o777).to.equal(0o700);
    const elsewhere = join(home, "elsewhere");
    expect(await chosen({ XDG_CACHE_HOME: elsewhere })).to.equal(join(elsewhere, ...ours));
    expect(await chosen({ XDG_CACHE_HOME: "relative" })).to.equal(folder);
  });

  it("isn't stored in the plugin's own folder if the user has set NODE_COMPILE_CACHE", async () => {
    expect(await chosen({ NODE_COMPILE_CACHE: join(home, "named") })).to.equal("");
  });

  it("is not stored if another user can write, or may have written, to the folder", async () => {
    const cache = join(home, ".cache");
    const [above, folder] = [join(cache, "pulumi-email-marketing"), join(cache, ...ours)];
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o700);
    for (const path of [home, cache, above, folder]) {
      const { mode } = await stat(path);
      for (const open of [0o777, 0o720, 0o702]) {
        await chmod(path, open);
        expect(await chosen(), `${path} ${open.toString(8)}`).to.equal("");
      }
      await chmod(path, mode);
    }
    expect(await chosen()).to.equal(folder);
    // The plugin creates only folders of mode 700. In another folder, other users could see which versions ran.
    await chmod(folder, 0o755);
    expect(await chosen()).to.equal("");
    await chmod(folder, 0o700);
    // Run as another user, who doesn't own these folders.
    expect(await chosen({}, "process.getuid = () => 4001;")).to.equal("");
    const given = (path: string) => `const fs = require("node:fs"), { lstatSync } = fs;
      fs.lstatSync = (path, options) => {
        const found = lstatSync(path, options);
        return path === ${JSON.stringify(path)} ? Object.assign(found, { uid: 4002 }) : found;
      };`;
    for (const path of [home, cache, above, folder]) {
      expect(await chosen({}, given(path)), path).to.equal("");
    }
  });

  it("is not stored if the cache folder is a link or a file, or can't be created", async () => {
    const [cache, real] = [join(home, ".cache"), join(home, "real")];
    await mkdir(real);
    await symlink(real, cache);
    expect(await chosen()).to.equal("");
    await rm(cache);
    await writeFile(cache, "");
    expect(await chosen()).to.equal("");
    await rm(cache);
    const noHome = 'require("node:os").homedir = () => { throw new Error("no home"); };';
    expect(await chosen({}, noHome)).to.equal("");
    expect(await chosen({ HOME: "relative" })).to.equal("");
    expect(await chosen({ HOME: "/proc" })).to.equal("");
  });
});
