import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { listening } from "../support/server";

/** A request to a host of code, as far as it counts. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly content: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly status: number;
  /** A text as it is, anything else as JSON. */
  readonly content: unknown;
}

/** Whose token is used, who else writes, and what they write. */
export interface Comment {
  readonly id: number;
  readonly author: string;
  body: string;
}

/** A host of code on loopback. */
export interface Host {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a server that answers each request by a function. */
export async function startHost(answer: (asked: Asked) => Answer): Promise<Host> {
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://host");
    const content = await text(request);
    const { status, content: body } = answer({
      method: request.method ?? "",
      path: pathname,
      query: searchParams,
      headers: request.headers,
      content: content === "" ? {} : (JSON.parse(content) as Asked["content"]),
    });
    response.statusCode = status;
    if (typeof body === "string") response.end(body);
    else response.setHeader("content-type", "application/json").end(JSON.stringify(body));
  };
  const server = createServer((request, response) => void respond(request, response));
  const { origin, close } = await listening(server);
  return { url: origin, close };
}

/** Comments by other people, more than a page of them. */
export function others(number: number): Comment[] {
  return Array.from({ length: number }, (_, at) => ({
    id: at + 1,
    author: "somebody",
    body: `Comment ${at + 1}`,
  }));
}
