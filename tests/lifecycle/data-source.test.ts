import { output } from "@pulumi/pulumi";
import { expect } from "chai";
import { getSender } from "pulumi-email-marketing";
import { checkSenderDomain, openAccount } from "../../provider/account/account";
import type { ListRow } from "../../provider/api/collections";
import { EmailMarketingError } from "../../provider/errors/error";
import {
  createLookUps,
  type LookUpContext,
  lookUpKey,
  runLookUp,
} from "../../provider/lifecycle/data-source";
import { onlyWithKey } from "../../provider/lifecycle/found-object";
import { programSettings } from "../../provider/program/program";
import { functions } from "../../provider/resources";
import { within } from "../program/inline-run";
import { useDataSources } from "../support/environment";
import { rejection } from "../support/rejection";
import { sent } from "../support/service";

describe("a function call", function () {
  const emulator = useDataSources(this);
  beforeEach("starts anew", () => emulator().reset());

  const context = { isPreview: false } as LookUpContext;
  const account = () => openAccount(programSettings(undefined));

  it("fails without a request if an argument is invalid", async () => {
    const args = { email: 7, nam: "Acme" } as unknown as { email: string };
    const failure = runLookUp(functions.getSender(), account(), args, context);
    expect(await rejection(failure)).to.equal(
      'getSender: email: must be a string (got a number) [validation email]; unknown input "nam"; did you mean "name"? [validation]',
    );
    const pending = { email: Promise.resolve("news@acme.example") as unknown as string };
    const early = runLookUp(functions.getSender(), account(), pending, context);
    expect(await rejection(early)).to.equal(
      "getSender: email: must be a string (got a promise; await it, or use the Output form of the function that gives it, such as getListsOutput) [validation email]",
    );
    const open = runLookUp(functions.getDomain(), account(), {}, context);
    expect(await rejection(open)).to.equal("getDomain: set exactly one of domain, id [validation]");
    expect(emulator().requests()).to.deep.equal([]);
  });

  it("sends a new search if the call bypasses the cache", async () => {
    const lookUps = createLookUps(
      () => undefined,
      () => () => undefined,
    );
    const ask = (how: "ask" | "askAnew") =>
      lookUps[how](functions.getSender(), {
        account: account(),
        args: { email: "hello@acme.example" },
        isPreview: false,
      });
    const searches = () => emulator().requests().length;
    await ask("ask");
    await ask("ask");
    expect(searches()).to.equal(1);
    await ask("askAnew");
    expect(searches()).to.equal(2);
    await ask("askAnew");
    expect(searches()).to.equal(3);
  });

  it("fails with the function's name for arguments that JSON can't have", async () => {
    const more = { email: 7n, name: undefined } as unknown as { email: string };
    expect(await within(() => rejection(getSender(more)))).to.equal(
      "getSender: email: must be a string (got a bigint) [validation email]",
    );
    expect(await within(() => rejection(getSender(null as never)))).to.equal(
      'getSender: missing required input "email" [validation email]',
    );
  });

  it("fails with advice to pass an output if an argument is a resource", async () => {
    const list: Record<string, unknown> = { __pulumiResource: true };
    // A resource of Pulumi's SDK leads back to itself, as from its children.
    list.children = [list];
    const args = { email: list as unknown as string };
    expect(await within(() => rejection(getSender(args)))).to.equal(
      "getSender: email: must be a string (got a resource; pass one of its outputs, such as its id) [validation email]",
    );
  });

  it("fails with advice to use the Output form if an argument is an output", async () => {
    const args = { email: output("news@acme.example") as unknown as string };
    expect(await within(() => rejection(getSender(args)))).to.equal(
      "getSender: email: must be a string (got an output; use the Output form of the function, such as getListOutput) [validation email]",
    );
  });

  it("treats an argument as absent if its value is null", async () => {
    const args = { search: null } as unknown as { search?: string };
    const answer = await runLookUp(functions.getDomains(), account(), args, context);
    expect(answer).to.have.property("domains").with.length.greaterThan(0);
    expect(sent(emulator().requests())).to.deep.equal(["POST /domains/search"]);
  });
});

describe("the suggestion of similar names", () => {
  const refused = new EmailMarketingError("auth", "the key was refused.");
  const missing = { withKey: async () => [], byKey: async () => undefined };
  const failing = (error: Error) => ({ ...missing, complete: () => Promise.reject(error) });

  it("is left out of a function's error if the service refuses the search for the existing names", async () => {
    const of = { words: ["list", "lists"] as const, keyOf: ({ name }: ListRow) => name };
    const asked = (error: Error) =>
      rejection(
        onlyWithKey(failing(error), of, { key: "News", wanted: { name: "News" }, all: "getLists" }),
      );
    expect(await asked(refused)).to.equal(
      'the account has no list with name "News". Use one that getLists() returns.',
    );
    expect(await asked(new TypeError("a fault"))).to.equal("a fault");
  });

  it("is left out of the finding about an unknown domain if the service refuses the search for domains", async () => {
    const asked = (error: Error) =>
      checkSenderDomain({ domains: failing(error) }, "news@acme.example", "email");
    const [found] = await asked(refused);
    expect(found?.problem).to.match(/^the account has no domain acme\.example, so the service/);
    expect(await rejection(asked(new TypeError("a fault")))).to.equal("a fault");
  });
});

describe("the cache key of a function call", () => {
  const accountOf = ({ identity, operations }: { identity: string; operations?: string }) => ({
    identity,
    origin: (name: string) =>
      name === "operations" && operations !== undefined
        ? { text: operations, place: "operations", isStored: true }
        : undefined,
  });
  const account = accountOf({ identity: "one" });
  const source = { name: "getDomains" };
  const key = (args: object) => lookUpKey(source, account, args);

  it("is the same if only argument order or undefined arguments differ", () => {
    const one = { a: 1, b: { c: [1, { d: 2, e: 3 }], f: undefined } };
    const other = { g: undefined, b: { c: [1, { e: 3, d: 2 }] }, a: 1 };
    expect(key(one)).to.equal(key(other));
  });

  it("depends on function, account, operations, arguments and array order", () => {
    const keys = [
      key({ a: "1" }),
      key({ a: 1 }),
      key({ b: "1" }),
      key({ a: ["1", "2"] }),
      key({ a: ["2", "1"] }),
      key({}),
      lookUpKey({ name: "getDomain" }, account, {}),
      lookUpKey(source, accountOf({ identity: "two" }), {}),
      lookUpKey(source, accountOf({ identity: "one", operations: "extended" }), {}),
    ];
    expect(new Set(keys).size).to.equal(keys.length);
  });
});
