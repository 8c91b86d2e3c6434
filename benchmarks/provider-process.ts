import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { CheckRequest, ConfigureRequest, CreateRequest } from "@pulumi/pulumi/proto/provider_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";

type Properties = Record<string, JavaScriptValue>;

/** A provider process of Pulumi's, called as the engine calls it. */
export interface ProviderProcess {
  /** Asks for the judgement of inputs; no request to the service comes of it. */
  check(props: Properties): Promise<void>;
  create(props: Properties): Promise<void>;
  /** Ends the process. */
  end(): Promise<void>;
}

/** Starts a process that loads `pulumi-email-marketing` as from a project in this repository. */
export async function startProvider(env: Record<string, string>): Promise<ProviderProcess> {
  const entry = require.resolve("@pulumi/pulumi/cmd/dynamic-provider");
  const child = spawn(process.execPath, [entry, "127.0.0.1:1"], {
    env: { ...process.env, PULUMI_PROJECT: "bench", PULUMI_NODEJS_PROJECT: "bench", ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(child, "exit");
  const stopWithUs = () => child.kill("SIGKILL");
  process.once("exit", stopWithUs);
  const [port] = (await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    ended.then(() => Promise.reject(new Error("the provider process ended before it was ready"))),
  ])) as [string];
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
  await reply((done) => client.configure(new ConfigureRequest().setArgs(new Struct()), done));
  return {
    check: (props) => {
      const request = new CheckRequest()
        .setOlds(Struct.fromJavaScript({}))
        .setNews(Struct.fromJavaScript(props));
      return reply((done) => client.check(request, done));
    },
    create: (props) => {
      const request = new CreateRequest().setProperties(Struct.fromJavaScript(props));
      return reply((done) => client.create(request, done));
    },
    async end() {
      client.close();
      child.kill("SIGKILL");
      await ended;
      process.off("exit", stopWithUs);
    },
  };
}

type Done = (error: Error | null) => void;

function reply(send: (done: Done) => unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    send((error) => (error ? reject(error) : resolve()));
  });
}
