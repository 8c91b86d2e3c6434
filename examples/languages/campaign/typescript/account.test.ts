import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { after, before, it } from "node:test";
import { LocalWorkspace } from "@pulumi/pulumi/automation";

// Runs the program in an account of its own: the emulator, as a process.
let emulator: ChildProcess;
const settings: Record<string, string> = {};

before(async () => {
  const running = spawn("email-marketing-emulator", ["--port", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  emulator = running;
  // It prints its address and keys as settings, one in each line.
  for await (const line of createInterface(running.stdout)) {
    const [name = "", value = ""] = line.split("=");
    settings[name] = value;
    if (Object.keys(settings).length === 4) break;
  }
});
after(() => emulator.kill());

it("schedules the campaign", async () => {
  const address = settings.EMAIL_MARKETING_BASE_URL ?? "";
  const stack = await LocalWorkspace.createOrSelectStack(
    { stackName: "test", workDir: "." },
    { envVars: settings },
  );
  await stack.setConfig("partnerUrl", { value: address });
  await stack.setConfig("partnerKey", { value: "emulator-api-key", secret: true });
  try {
    await stack.up();
    const reply = await fetch(address.replace("/v1", "/_emulator/snapshot"));
    const { campaigns } = (await reply.json()) as {
      campaigns: { name: string; status: string; scheduled_at: string }[];
    };
    const spring = campaigns.find(({ name }) => name === "Spring");
    assert.equal(spring?.status, "Scheduled");
    assert.equal(spring?.scheduled_at, "2030-03-01 09:00:00");
  } finally {
    await stack.workspace.removeStack("test", { force: true });
  }
});
