import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import * as automation from "@pulumi/pulumi/automation";

/*
 * node --import tsx index.ts preview|apply|drift [folder of the program]
 *
 * Set in the environment: EMAIL_MARKETING_API_KEY, EMAIL_MARKETING_BASE_URL, PULUMI_BACKEND_URL and
 * PULUMI_CONFIG_PASSPHRASE.
 */

const onOutput = (text: string) => process.stdout.write(text);

async function main(action: string | undefined, folder = "."): Promise<void> {
  const workDir = resolve(folder);
  const stackName = process.env.PULUMI_STACK ?? "production";
  const stack = await automation.LocalWorkspace.createOrSelectStack({ stackName, workDir });
  if (action === "preview") {
    await stack.preview({ onOutput, diff: true });
  } else if (action === "apply") {
    await apply(stack, join(workDir, "plan.json"));
  } else if (action === "drift") {
    const { summary } = await stack.refresh({ onOutput });
    const drifted = (summary.resourceChanges?.update ?? 0) + (summary.resourceChanges?.delete ?? 0);
    console.log(`${drifted} resources have drifted; the next apply fixes them.`);
  } else {
    throw new Error("Missing action: must be one of preview, apply, drift.");
  }
}

/** Applies a plan and nothing else. Preflight findings make the plan fail. */
async function apply(stack: automation.Stack, plan: string): Promise<void> {
  const { workspace } = stack;
  workspace.envVars = { ...workspace.envVars, EMAIL_MARKETING_PREFLIGHT: "error" };
  try {
    await stack.preview({ onOutput, plan });
    await stack.up({ onOutput, plan });
  } finally {
    // The plan contains the inputs of all resources.
    await rm(plan, { force: true });
  }
}

main(...(process.argv.slice(2) as [string?, string?])).catch((error: unknown) => {
  // The state is locked while another update runs.
  const isLocked = error instanceof automation.ConcurrentUpdateError;
  console.error(
    isLocked ? "Another update of this stack is running. Try again when it has finished." : error,
  );
  process.exitCode = 1;
});
