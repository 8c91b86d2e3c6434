import type { AddressInfo } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import type { Suite } from "mocha";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** Starts SMTP servers for a suite, and stops them after each test. By default they accept every email. */
export function useCatchers(suite: Suite) {
  const closing: (() => Promise<void>)[] = [];
  suite.afterEach("stops the SMTP servers", async () => {
    await Promise.all(closing.splice(0).map((close) => close()));
  });
  return async (options: (drop: () => void) => SMTPServerOptions = () => ({})) => {
    /** The received emails, each with its recipients. */
    const caught: { readonly to: readonly string[]; readonly mail: ParsedMail }[] = [];
    let connections = 0;
    /** Closes all connections at once, without a response. */
    const drop = () => {
      for (const { _socket } of server.connections as unknown as Set<{
        _socket: { destroy(): void };
      }>) {
        _socket.destroy();
      }
    };
    const server = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands: ["STARTTLS"],
      onConnect(_session, done) {
        connections += 1;
        done();
      },
      onData(stream, session, done) {
        simpleParser(stream).then((mail) => {
          caught.push({ to: session.envelope.rcptTo.map(({ address }) => address), mail });
          done();
        }, done);
      },
      ...options(drop),
    });
    // Ignore errors of connections, because a client that drops a connection is no failure of the server.
    server.on("error", () => undefined);
    const listener = server.listen(0, "127.0.0.1");
    await new Promise((resolve) => listener.once("listening", resolve));
    closing.push(() => new Promise((resolve) => server.close(() => resolve())));
    const { port } = listener.address() as AddressInfo;
    return { port, caught, connections: () => connections, drop };
  };
}
