import { readFileSync } from "node:fs";
import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData } from "@grpc/grpc-js";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import {
  type CheckRequest,
  CheckResponse,
  ConfigureResponse,
  type CreateRequest,
  CreateResponse,
  type DiffRequest,
  DiffResponse,
  GetSchemaResponse,
  ProviderHandshakeResponse,
  type ReadRequest,
  ReadResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { Struct, Value } from "google-protobuf/google/protobuf/struct_pb";

/*
 * A provider plugin that does nothing but decode what it is given, and encode it again. Its resources have the schema of
 * ours, and the outputs of our senders, since what the engine keeps of them takes its time, too.
 */

const schema = readFileSync(process.env.NO_OP_SCHEMA ?? "", "utf8");

function unary<Request, Response>(method: (request: Request) => Response) {
  return (call: ServerUnaryCall<Request, Response>, reply: sendUnaryData<Response>): void =>
    reply(null, method(call.request));
}

const decoded = (properties: Struct | undefined) => properties?.toJavaScript() ?? {};
const copied = (properties: Struct | undefined) => Struct.fromJavaScript(decoded(properties));

const none = () => new DiffResponse().setChanges(DiffResponse.DiffChanges.DIFF_NONE);
const same = (request: CheckRequest) => new CheckResponse().setInputs(copied(request.getNews()));

function withOutputs(inputs: Struct | undefined): Struct {
  const state = copied(inputs);
  state.getFieldsMap().set("account", new Value().setStringValue("loopback"));
  state.getFieldsMap().set("adopted", new Value().setBoolValue(false));
  state.getFieldsMap().set("status", new Value().setStringValue("verified"));
  return state;
}

const server = new Server();
server.addService(ResourceProviderService, {
  handshake: unary(() => new ProviderHandshakeResponse().setAcceptSecrets(true)),
  getPluginInfo: unary(() => new PluginInfo().setVersion("0.1.0")),
  getSchema: unary(() => new GetSchemaResponse().setSchema(schema)),
  checkConfig: unary(same),
  diffConfig: unary(none),
  configure: unary(() => new ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true)),
  check: unary(same),
  diff: unary((request: DiffRequest) => {
    decoded(request.getOlds());
    decoded(request.getNews());
    return none();
  }),
  create: unary((request: CreateRequest) =>
    new CreateResponse()
      .setId(request.getUrn().split("::").at(-1) ?? "")
      .setProperties(withOutputs(request.getProperties())),
  ),
  read: unary((request: ReadRequest) =>
    new ReadResponse()
      .setId(request.getId())
      .setInputs(copied(request.getInputs()))
      .setProperties(copied(request.getProperties())),
  ),
  delete: unary(() => new Empty()),
  cancel: unary(() => new Empty()),
});
process.on("SIGINT", () => process.exit(0));
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.stdout.write(`${port}\n`);
});
