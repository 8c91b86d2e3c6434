import { expect } from "chai";
import type { Suite } from "mocha";
import {
  type Emulator,
  type EmulatorOptions,
  type Exchange,
  startEmulator,
} from "../../emulator/index";
import { validateExchange } from "../support/exchange";

/** The parts of a response that tests check. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Starts an emulator for a suite, and resets it after each test. Fails if a response without a fault violates the
 * contract.
 */
export function useEmulator(suite: Suite, options: EmulatorOptions = {}) {
  let running: Emulator | undefined;
  const undocumented: string[] = [];
  const emulator = () => running ?? expect.fail("the emulator is not started");
  suite.beforeAll(async () => {
    running = await startEmulator({
      ...options,
      onExchange: (exchange) => undocumented.push(...violations(exchange)),
    });
  });
  suite.afterEach(() => {
    emulator().reset();
    expect(undocumented).to.deep.equal([]);
  });
  suite.afterAll(() => emulator().close());
  const request = async (url: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(url, init);
    return { status: response.status, body: parsed(await response.text()) };
  };
  /** Sends a request to the main API, with a JSON body if a body is given. */
  const call = (method: string, path: string, body?: unknown) =>
    request(`${emulator().baseUrl}${path}`, withBody(method, "emulator-api-key", body));
  const post = (path: string, body: unknown) => call("POST", path, body);
  return {
    emulator,
    call,
    post,
    /** The first ten results of a search. */
    async found(path: string, query: object = {}) {
      const { body } = await post(path, { page: 1, limit: 10, ...query });
      return (body as { data: Readonly<Record<string, unknown>>[] }).data;
    },
    /** Sends a request to the verification API. */
    verify: (path: string) =>
      request(`${emulator().verifyUrl}${path}`, withBody("GET", "Bearer emulator-verify-key")),
    /** Sends a request to a control route. */
    control: (method: string, path: string, body?: unknown) =>
      request(new URL(`/_emulator${path}`, emulator().baseUrl).href, withBody(method, "", body)),
  };
}

/** Returns a function that starts an emulator, which is closed after the test. */
export function useStart(suite: Suite): (options?: EmulatorOptions) => Promise<Emulator> {
  const running: Emulator[] = [];
  suite.afterEach("stops the emulators", async () => {
    await Promise.all(running.splice(0).map((emulator) => emulator.close()));
  });
  return async (options) => {
    const emulator = await startEmulator(options);
    running.push(emulator);
    return emulator;
  };
}

function withBody(method: string, authorization: string, body?: unknown): RequestInit {
  const headers = { authorization, "content-type": "application/json" };
  return body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function violations(exchange: Exchange): string[] {
  if (exchange.fault !== undefined || exchange.status === 501) return [];
  return validateExchange(exchange)
    .filter(({ on }) => on === "reply")
    .map(({ message }) => message);
}

/** The fewest fields of a campaign for the example account. */
export const draft = {
  name: "News",
  subject: "What is new",
  sender: { sender_email: "hello@acme.example", sender_name: "Acme" },
  html: "<p>Hello</p>",
  list_ids: ["list-1"],
};

/** The response to an invalid request, as an error list. */
export function errorList(field: string, message: string): Answer {
  return { status: 400, body: { errors: [{ field, message }] } };
}

/** The response to an invalid request, as an error object. */
export function errorObject(field: string, message: string): Answer {
  return { status: 400, body: { error: { field, message } } };
}

/** The response to an unknown id as an error list. */
export const notFound: Answer = {
  status: 404,
  body: { errors: [{ field: "id", message: "Record not found with the given Id" }] },
};
