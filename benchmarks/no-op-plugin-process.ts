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
  DiffResponse,
  GetSchemaResponse,
  ProviderHandshakeResponse,
  type ReadRequest,
  ReadResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";

/*
 * A provider plugin that does nothing: what a plugin in Node.js takes at least. Its resources have the schema of ours.
 */

const schema = readFileSync(process.env.NO_OP_SCHEMA ?? "", "utf8");

function unary<Request, Response>(method: (request: Request) => Response) {
  return (call: ServerUnaryCall<Request, Response>, reply: sendUnaryData<Response>): void =>
    reply(null, method(call.request));
}

const none = () => new DiffResponse().setChanges(DiffResponse.DiffChanges.DIFF_NONE);
const same = (request: CheckRequest) => new CheckResponse().setInputs(request.getNews());

const server = new Server();
server.addService(ResourceProviderService, {
  handshake: unary(() => new ProviderHandshakeResponse().setAcceptSecrets(true)),
  getPluginInfo: unary(() => new PluginInfo().setVersion("0.1.0")),
  getSchema: unary(() => new GetSchemaResponse().setSchema(schema)),
  checkConfig: unary(same),
  diffConfig: unary(none),
  configure: unary(() => new ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true)),
  check: unary(same),
  diff: unary(none),
  create: unary((request: CreateRequest) =>
    new CreateResponse()
      .setId(request.getUrn().split("::").at(-1) ?? "")
      .setProperties(request.getProperties()),
  ),
  read: unary((request: ReadRequest) =>
    new ReadResponse()
      .setId(request.getId())
      .setInputs(request.getInputs())
      .setProperties(request.getProperties()),
  ),
  delete: unary(() => new Empty()),
  cancel: unary(() => new Empty()),
});
process.on("SIGINT", () => process.exit(0));
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.stdout.write(`${port}\n`);
});
