// A plugin that only decodes requests and encodes responses. Resources have the outputs of real senders, because the
// engine also takes time to store outputs.
const { readFileSync } = require("node:fs");
const { Server, ServerCredentials } = require("@grpc/grpc-js");
const { PluginInfo } = require("@pulumi/pulumi/proto/plugin_pb");
const { ResourceProviderService } = require("@pulumi/pulumi/proto/provider_grpc_pb");
const messages = require("@pulumi/pulumi/proto/provider_pb");
const { Empty } = require("google-protobuf/google/protobuf/empty_pb");
const { Struct, Value } = require("google-protobuf/google/protobuf/struct_pb");

const schema = readFileSync(process.env.NO_OP_SCHEMA, "utf8");
const decoded = (properties) => properties?.toJavaScript() ?? {};
const copied = (properties) => Struct.fromJavaScript(decoded(properties));
const noChange = () =>
  new messages.DiffResponse().setChanges(messages.DiffResponse.DiffChanges.DIFF_NONE);
const same = (request) => new messages.CheckResponse().setInputs(copied(request.getNews()));

const methods = {
  handshake: () => new messages.ProviderHandshakeResponse().setAcceptSecrets(true),
  getPluginInfo: () => new PluginInfo().setVersion("0.1.0"),
  getSchema: () => new messages.GetSchemaResponse().setSchema(schema),
  checkConfig: same,
  diffConfig: noChange,
  configure: () => new messages.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true),
  check: same,
  diff(request) {
    decoded(request.getOlds());
    decoded(request.getNews());
    return noChange();
  },
  create(request) {
    const state = copied(request.getProperties());
    state.getFieldsMap().set("account", new Value().setStringValue("loopback"));
    state.getFieldsMap().set("adopted", new Value().setBoolValue(false));
    state.getFieldsMap().set("domainId", new Value().setStringValue("domain-1"));
    state.getFieldsMap().set("status", new Value().setStringValue("verified"));
    const id = request.getUrn().split("::").at(-1);
    return new messages.CreateResponse().setId(id).setProperties(state);
  },
  read: (request) =>
    new messages.ReadResponse()
      .setId(request.getId())
      .setInputs(copied(request.getInputs()))
      .setProperties(copied(request.getProperties())),
  delete: () => new Empty(),
  cancel: () => new Empty(),
};

const server = new Server();
const unary = (method) => (call, reply) => reply(null, method(call.request));
server.addService(
  ResourceProviderService,
  Object.fromEntries(Object.entries(methods).map(([name, method]) => [name, unary(method)])),
);
process.on("SIGINT", () => process.exit(0));
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.stdout.write(`${port}\n`);
});
