import type { IncomingHttpHeaders } from "node:http";
import { expect } from "chai";
import type { Suite } from "mocha";
import { json, useServers } from "../support/server";

/** The parts of a request to a code host that the tests use. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly content: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly status: number;
  /** The body of the response. A string is sent unchanged, anything else as JSON. */
  readonly content: unknown;
}

/** A comment with its author, who may be the token's user or another user. */
export interface Comment {
  readonly id: number;
  readonly author: string;
  body: string;
}

/** A code host on a loopback address, with its content. */
type Host<State> = State & { readonly url: string };

/** Starts a code host for each test of a suite. */
export function useHost<State extends object>(
  suite: Suite,
  begin: () => State,
  answer: (state: State, asked: Asked) => Answer,
): () => Host<State> {
  const startServer = useServers(suite);
  let host: Host<State> | undefined;
  suite.beforeEach("starts a host", async () => {
    const state = begin();
    const { url } = await startServer((response, _, { method, url, headers, body }) => {
      const { pathname, searchParams: query } = new URL(url, "http://host");
      const path = pathname.replace("/v1", "");
      const sent = body === "" ? {} : (JSON.parse(body) as Asked["content"]);
      const { status, content } = answer(state, { method, path, query, headers, content: sent });
      if (typeof content === "string") response.writeHead(status).end(content);
      else json(response, content, { status });
    });
    host = Object.assign(state, { url });
  });
  return () => host ?? expect.fail("the host is not started");
}

/** Comments by another user. */
export function others(number: number): Comment[] {
  return Array.from({ length: number }, (_, at) => ({
    id: at + 1,
    author: "somebody",
    body: `Comment ${at + 1}`,
  }));
}
