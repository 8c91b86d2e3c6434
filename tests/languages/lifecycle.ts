import { join } from "node:path";
import { expect } from "chai";
import { requireLanguage } from "../../tools/engine/language-host";
import { archiveName, buildArchive } from "../../tools/plugin/release";
import { readPublished } from "../../tools/schema/metadata";
import { installSdk, type Language, languages } from "../../tools/sdk/install";
import { installPlugin } from "../support/install-plugin";
import { ok } from "../support/outcome";
import { serveRelease } from "../support/release-server";
import { useSuiteFolder } from "../support/scratch";
import { useService } from "../support/service";
import { sharedEngine } from "../support/stack";

const { version } = readPublished();
const examples = join(__dirname, "..", "..", "examples", "languages");
const created = [
  "POST /contact/property",
  "POST /contact/property",
  "POST /senders",
  "POST /webhooks/toggle/webhook-1",
];

/*
 * The program of examples/languages in each language, with the package of its SDK. The SDK names the plugin of its version, which
 * the CLI downloads from an address that stands for the releases on GitHub; YAML has no SDK. Not part of `npm test`, since Python and Go download and compile for minutes.
 */
describe("a program that uses the plugin", function () {
  const { createProject, emulator } = useService(this);
  this.timeout(1_800_000);

  const folder = useSuiteFolder(this);
  let archive = "";
  this.beforeAll("builds the plugin", async () => {
    archive = await buildArchive(version, folder());
  });
  this.beforeEach("starts with the example account", () => emulator().reset());

  for (const language of languages) {
    it(`passes its whole lifecycle in ${language}`, async () => {
      const release = await serveRelease(archive);
      try {
        await live(language, release.env);
        expect(release.asked).to.deep.equal([`GET /${archiveName(version)}`]);
      } finally {
        release.close();
      }
    });
  }

  const senderId = () =>
    emulator()
      .snapshot()
      .senders.find(({ sender_email }) => sender_email === "news@acme.example")?.id ?? "";

  async function live(language: Language, released: NodeJS.ProcessEnv): Promise<void> {
    if (language !== "typescript") await requireLanguage(await sharedEngine(), language);
    const project = await createProject({ program: { dir: join(examples, language) } });
    const options = { env: { ...released, ...(await installSdk(language, project.dir)) } };
    // Debian's Maven ends its output with a code for terminals, in which Java's host can't read the plugins of a program.
    if (language === "yaml" || language === "java") {
      await installPlugin(project, { isReleased: true, ...options });
    }

    await ok(project.preview([], options), { create: 5 });
    project.newRequests();
    const up = await ok(project.up([], options), { create: 5 });
    expect(writesOf(project.newRequests())).to.deep.equal(created);
    expect(up.output).to.match(/sender *: "news@acme\.example is verified"/);
    expect(up.output).to.match(/domainStatus *: "verified"/);

    await ok(project.up([], options), { same: 5 });
    expect(lookUps(project.newRequests())).to.deep.equal([]);

    await ok(project.up(["--config", "webhookActive=false"], options), { same: 4, update: 1 });
    expect(writesOf(project.newRequests())).to.deep.equal(["POST /webhooks/toggle/webhook-1"]);

    await ok(project.refresh([], options), { same: 5 });
    expect(writesOf(project.newRequests())).to.deep.equal([]);

    emulator().patch("senders", senderId(), { sender_name: "Renamed" });
    const drift = await ok(project.refresh(["--diff"], options), { same: 4, update: 1 });
    expect(drift.output).to.match(/name *: "Acme News" => "Renamed"/);
    emulator().patch("senders", senderId(), { sender_name: "Acme News" });
    await ok(project.refresh([], options), { same: 4, update: 1 });
    expect(writesOf(project.newRequests())).to.deep.equal([]);

    await ok(
      project.raw(
        [
          ...["import", "emailmarketing:index:Sender", "imported", "sender-1"],
          ...["--yes", "--skip-preview", "--generate-code=false", "--protect=false"],
          ...["--non-interactive", "--color", "never"],
        ],
        options,
      ),
    );
    expect(writesOf(project.newRequests())).to.deep.equal([]);

    await ok(project.destroy([], options), { delete: 6 });
    expect(writesOf(project.newRequests())).to.deep.equal(["POST /webhooks/toggle/webhook-1"]);
  }
});

/** The requests for resources: functions look things up on every run. */
function lookUps(requests: readonly string[]): string[] {
  return requests.filter((one) => !/\/(domains|lists)\/search$/.test(one));
}

function writesOf(requests: readonly string[]): string[] {
  return requests.filter((one) => !/^GET |\/search$/.test(one)).sort();
}
