/*
 * Runs a test's program with the engine's own monitor, like recent language hosts. The host that tests build has its
 * own monitor, which doesn't support hooks. The last argument is the engine's address. Prints a port.
 */
const { spawn } = require("node:child_process");
const { Server, ServerCredentials } = require("@grpc/grpc-js");
const { LanguageRuntimeService } = require("@pulumi/pulumi/proto/language_grpc_pb");
const language = require("@pulumi/pulumi/proto/language_pb");
const { PluginInfo } = require("@pulumi/pulumi/proto/plugin_pb");

const engine = process.argv.at(-1);
/** The exit status of a program that has printed its error itself. */
const bailed = 32;

function argumentsOf(request) {
  const info = request.getInfo();
  const values = {
    monitor: request.getMonitorAddress(),
    engine,
    organization: request.getOrganization(),
    project: request.getProject(),
    stack: request.getStack(),
    pwd: request.getPwd(),
    parallel: request.getParallel(),
    "root-directory": info.getRootDirectory(),
  };
  const named = Object.entries(values).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return [...named, ...(request.getDryrun() ? ["--dry-run"] : []), info.getEntryPoint()];
}

function environmentOf(request) {
  const config = Object.fromEntries(request.getConfigMap().getEntryList());
  return {
    ...process.env,
    PULUMI_CONFIG: JSON.stringify(config),
    PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(request.getConfigsecretkeysList()),
  };
}

function run({ request }, reply) {
  const args = [require.resolve("@pulumi/pulumi/cmd/run"), ...argumentsOf(request)];
  const cwd = request.getPwd();
  const program = spawn(process.execPath, args, { cwd, env: environmentOf(request) });
  // The engine reads the port from this process's standard output, so print the program's output to standard error.
  program.stdout.pipe(process.stderr);
  program.stderr.pipe(process.stderr);
  program.once("close", (status) => {
    const response = new language.RunResponse().setBail(status === bailed);
    const isUnsaid = status !== 0 && status !== bailed;
    reply(null, isUnsaid ? response.setError(`the program ended with ${status}`) : response);
  });
}

/** Responds with an empty message to a call whose result tests don't need. */
const answering = (Response) => (_call, reply) => reply(null, new Response());

const server = new Server();
server.addService(LanguageRuntimeService, {
  run,
  handshake: answering(language.LanguageHandshakeResponse),
  getPluginInfo: answering(PluginInfo),
  getRequiredPlugins: answering(language.GetRequiredPluginsResponse),
  getRequiredPackages: answering(language.GetRequiredPackagesResponse),
});
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.stdout.write(`${port}\n`);
});
// The engine closes the standard input of a host when it no longer needs the host.
process.stdin.on("close", () => process.exit());
process.stdin.resume();
