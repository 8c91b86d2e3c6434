import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { defaultKeys } from "email-marketing-emulator";
import { scratchFolder } from "../../tests/support/stack/files";
import { runCommand } from "../../tools/engine/command";
import type { Contender, Deployment, Load, Step } from "../contender";
import { type OpenTofu, openTofuVersion, restProviderVersion } from "../opentofu/build";
import { runTimed } from "../timed-command";

const quiet = ["-no-color", "-input=false"];
const commands = {
  preview: ["plan"],
  up: ["apply", "-auto-approve"],
  "unchanged-preview": ["plan"],
  unchanged: ["apply", "-auto-approve"],
  refresh: ["apply", "-auto-approve", "-refresh-only"],
  destroy: ["destroy", "-auto-approve"],
} satisfies Record<Step, readonly string[]>;

/** OpenTofu with the generic REST provider: what there is without a provider for the service. */
export function openTofuContender(executables: OpenTofu): Contender {
  return {
    name: "opentofu",
    what: `OpenTofu ${openTofuVersion} with the generic REST provider ${restProviderVersion}`,
    cannot: [
      "skip the reads of an unchanged run: every plan asks for every object",
      "detect drift or a missing sender: it sends the search but doesn't read its rows",
      "adopt a sender that exists already, or wait when the service refuses a request (429)",
      "leave an object that can't be deleted: a destroy has to send something harmless",
      "check an input before the service does",
    ],
    open: (load) => open(executables, load),
  };
}

async function open({ tofu, dir }: OpenTofu, load: Load): Promise<Deployment> {
  const scratch = await scratchFolder();
  const project = join(scratch, "project");
  const home = join(scratch, "home");
  await mkdir(project);
  await mkdir(home);
  const settings = join(scratch, "tofu.rc");
  await writeFile(settings, overrides(dir));
  await writeFile(join(project, "main.tf"), program(load));
  const theirs = /^(TF_|TOFU_|EMAIL_MARKETING_)/;
  const inherited = Object.entries(process.env).filter(([name]) => !theirs.test(name));
  const env = {
    ...Object.fromEntries(inherited),
    HOME: home,
    TF_CLI_CONFIG_FILE: settings,
    TF_VAR_api_key: defaultKeys.apiKey,
    CHECKPOINT_DISABLE: "1",
  };
  const command = (step: Step) => [...commands[step], ...quiet];
  return {
    run: (step) => runCommand(tofu, command(step), { cwd: project, env }),
    timed: (step) => runTimed(tofu, command(step), { cwd: project, env }),
    stateBytes: async () => (await stat(join(project, "terraform.tfstate"))).size,
    close: () => rm(scratch, { recursive: true, force: true }),
  };
}

/** The provider is used from its folder: nothing is initialised, and no registry is asked. */
function overrides(dir: string): string {
  return `provider_installation {
  dev_overrides { "mastercard/restapi" = ${JSON.stringify(dir)} }
  direct {}
}
`;
}

/** The emulator, as the service, has no operation to delete a sender: the destroy is a harmless search. */
function program({ count, emulator }: Load): string {
  return `terraform {
  required_providers {
    restapi = { source = "mastercard/restapi" }
  }
}
variable "api_key" {
  type      = string
  sensitive = true
}
provider "restapi" {
  uri                   = "${emulator.baseUrl}"
  headers               = { Authorization = var.api_key, Content-Type = "application/json" }
  id_attribute          = "id"
  create_returns_object = true
}
resource "restapi_object" "sender" {
  count          = ${count}
  path           = "/senders"
  data           = jsonencode({ sender_email = "s\${count.index}@acme.example", sender_name = "Sender \${count.index}" })
  force_new      = ["sender_email", "sender_name"]
  read_method    = "POST"
  read_path      = "/senders/search"
  read_data      = jsonencode({ page = 1, limit = 100, search = "s\${count.index}@acme.example" })
  destroy_method = "POST"
  destroy_path   = "/senders/search"
  destroy_data   = jsonencode({ page = 1, limit = 10 })
}
`;
}
