// Runs Pulumi's own installer in a process of its own, since it can't be told to give up.
// Arguments: the folder to install to, and the version.
const { subscribe } = require("node:diagnostics_channel");

// Without the parent nobody wants the result; the group takes the download along.
process.on("disconnect", () => process.kill(-process.pid, "SIGKILL"));
// Node's fetch, which the installer uses, publishes this once a connection stands.
subscribe("undici:client:connected", () => process.send({ state: "connected" }));

const { PulumiCommand } = require("@pulumi/pulumi/automation");
const { SemVer } = require("semver");
const [root, version] = process.argv.slice(2);

PulumiCommand.install({ root, version: new SemVer(version) }).then(
  () => finish({ state: "installed" }),
  (error) => finish({ state: "failed", reason: error.message }),
);

function finish(message) {
  process.send(message, () => process.exit());
}
