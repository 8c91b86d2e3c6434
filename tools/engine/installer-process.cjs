// Runs Pulumi's own installer. Arguments: the folder to install to, and the version.
const { PulumiCommand } = require("@pulumi/pulumi/automation");
const { SemVer } = require("semver");
const [root, version] = process.argv.slice(2);

PulumiCommand.install({ root, version: new SemVer(version) }).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
