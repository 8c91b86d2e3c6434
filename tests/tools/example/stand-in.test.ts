import { expect } from "chai";
import { runCommand } from "../../../tools/engine/command";
import { standIn } from "../../../tools/example/stand-in";

describe("standIn", () => {
  for (const start of [
    "npx email-marketing-emulator --port 4010",
    "npx email-marketing-emulator --port 4010 > emulator.log &",
    "npx --yes ./email-marketing-emulator-*.tgz --port 4010 > emulator.log &",
    "email-marketing-emulator --port 4010 > emulator.log &",
  ]) {
    it(`ends a script whose emulator ends instead of starting: ${start}`, async () => {
      const failing = 'fails() { echo "the port is in use" >&2; return 1; }\n';
      const script = failing + standIn(`${start}\n`, {}).replace(/^.*?emulator\S*/m, "fails");
      const { exitCode, output } = await runCommand("bash", ["-e", "-c", script], { cwd: "/tmp" });
      expect(output).to.match(/^the port is in use\n.*No such process\n$/);
      expect(exitCode).to.equal(1);
    });
  }
});
