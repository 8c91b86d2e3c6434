import { expect } from "chai";
import type { Fault } from "email-marketing-emulator";
import { openAccount } from "../../../provider/account/account";
import type { CheckedStep } from "../../../provider/lifecycle/lifecycle";
import type { Properties } from "../../../provider/plain/value";
import {
  type WebhookActivationProps,
  webhookActivationLifecycle,
} from "../../../provider/resources/webhook/resource";
import { argumentSettings } from "../../../provider/settings/settings";
import { useSkippedWaits } from "../../support/clock";
import { rejection } from "../../support/rejection";
import { extended, type Resource, type Settings, useResource } from "../../support/resource";
import { withoutMarks } from "../../support/runtime";
import { canaryKeys } from "../../support/service";

const opens = { name: "Opens", events: ["open"], url: "https://hooks.example.com/1" };
const row = { id: "webhook-1", ...opens, status: "paused" };
const search = "POST /webhooks/search";
const detail = "GET /webhooks/detail/webhook-1";
const toggle = "POST /webhooks/toggle/webhook-1";
const answering = (path: string, status: number, body: object = { message: "no such route" }) =>
  ({ path, times: 9, kind: "status", status, body }) as const;
const lacking = (status: number): Fault[] =>
  ["/webhooks/search", "/webhooks/detail/*"].map((path) => answering(path, status));
const notServed = (status: number) =>
  new RegExp(
    `^the service has no operation that reads webhooks \\(it replied with HTTP status ${status}\\), so no refresh notices when one was switched elsewhere\\. .*operations specified$`,
  );

/** The state of webhook-1 in the service, and the result of each step. */
interface Case {
  readonly status?: "active" | "inactive";
  readonly faults?: readonly Fault[];
  readonly state?: Properties;
  /** The values that a refresh changes in the state, or the refresh's error. */
  readonly refreshed: Properties | RegExp;
  readonly asks?: readonly string[];
  readonly warnings?: RegExp;
  /** The inputs from an import by id, or the import's error. */
  readonly found: Properties | RegExp;
}

const isOn = { webhookId: "webhook-1", onDestroy: "leave", active: true };
const isOff = { ...isOn, active: false };
const cases: Readonly<Record<string, Case>> = {
  "refreshes and imports a webhook that is active as declared": {
    status: "active",
    refreshed: opens,
    found: isOn,
  },
  "refreshes and imports a webhook that is inactive as declared": {
    state: { active: false },
    refreshed: opens,
    found: isOff,
  },
  "shows drift if the webhook was switched off elsewhere": {
    state: { active: true, ...opens },
    refreshed: { active: false },
    found: isOff,
  },
  "shows drift if the webhook was switched off elsewhere and active is not declared": {
    refreshed: { ...opens, active: false },
    found: isOff,
  },
  "shows drift if the webhook was switched on elsewhere": {
    status: "active",
    state: { active: false },
    refreshed: { ...opens, active: true },
    found: isOn,
  },
  "reads the webhook by id if the service has no search": {
    status: "active",
    faults: [answering("/webhooks/search", 404)],
    refreshed: opens,
    asks: [search, detail],
    found: isOn,
  },
  "keeps the state, with a warning, and refuses the import if the status is unknown": {
    faults: [answering("/webhooks/search", 200, { data: [row], total: 1 })],
    refreshed: {},
    warnings:
      /^WebhookActivation "webhook-1": its status "paused" is neither active nor inactive, so it stays as it is in the Pulumi state\.$/,
    found: /its status "paused" is neither active nor inactive\. Declare it: pulumi up sets/,
  },
  "fails in a refresh and an import if the service refuses the key": {
    faults: [answering("/webhooks/*", 401, { message: "Unauthorized" })],
    refreshed: /401/,
    found: /401/,
  },
  "keeps the state, with a warning, and refuses the import if the service can't read webhooks": {
    faults: lacking(501),
    refreshed: {},
    asks: [search, detail],
    warnings: notServed(501),
    found: /has no such endpoint/,
  },
};

let accounts = 0;

describe("WebhookActivation", function () {
  const slept: number[] = [];
  useSkippedWaits(this, (ms) => void slept.push(ms));
  const suite = useResource(this, "WebhookActivation", extended);
  const { emulator, warnings, requests } = suite;
  const account = "loopback";
  /** A run with empty caches. Removes secret marks, because a test with the engine checks that the URL is secret. */
  const newRun = (settings?: Settings) => {
    const { create, update, read, delete: remove } = suite.newRun(settings);
    const bare = (properties: unknown) => withoutMarks(properties) as Properties;
    return {
      create: async (props: Properties) => bare((await create(props)).outs),
      update: async (...given: Parameters<Resource["update"]>) =>
        bare((await update(...given)).outs),
      read: async (id: string, state: Properties) => bare((await read(id, state)).props),
      remove,
    };
  };
  const opened = () => {
    accounts += 1;
    const given = { baseUrl: emulator().baseUrl, apiKey: canaryKeys.apiKey, ...extended };
    return openAccount(argumentSettings({ ...given, account: `webhook-${accounts}` }));
  };

  for (const [title, one] of Object.entries(cases)) {
    it(title, async () => {
      const { status = "inactive", faults = [], state = {}, refreshed, asks = [search] } = one;
      emulator().patch("webhooks", "webhook-1", { status });
      emulator().faults(faults);
      const known = { webhookId: "webhook-1", ...state, account };
      const reading = newRun().read("webhook-1", known);
      if (refreshed instanceof RegExp) expect(await rejection(reading)).to.match(refreshed);
      else {
        expect(await reading).to.deep.equal({ ...known, ...refreshed });
        expect(requests()).to.deep.equal(asks);
      }
      expect(warnings()).to.have.length(one.warnings ? 1 : 0);
      if (one.warnings) expect(warnings()[0]).to.match(one.warnings);
      emulator().faults(faults);
      const { find } = webhookActivationLifecycle;
      const found = (async () =>
        typeof find === "function" && (await find(opened(), "webhook-1"))?.props)();
      if (one.found instanceof RegExp) expect(await rejection(found)).to.match(one.found);
      else expect(await found).to.deep.equal(one.found);
    });
  }

  it("switches a webhook by one request, and reads webhooks only once in a run", async () => {
    const { create, update, read, remove } = newRun();
    const props = { webhookId: "webhook-1" };
    const outs = await create(props);
    expect(outs).to.deep.equal({ ...props, ...opens, account });
    expect(await read("webhook-1", outs)).to.deep.equal(outs);
    const off = await update("webhook-1", outs, { ...props, active: false });
    expect(off).to.deep.equal({ ...outs, active: false });
    expect(await read("webhook-1", off)).to.deep.equal(off);
    const left = await update("webhook-1", off, { ...off, onDestroy: "leave" });
    expect(left).to.deep.equal({ ...off, onDestroy: "leave" });
    await remove("webhook-1", left);
    expect(requests()).to.deep.equal([search, toggle, toggle]);
    expect(warnings()).to.deep.equal([
      'WebhookActivation "webhook-1" was removed from the Pulumi state and the webhook was not changed: onDestroy is "leave".',
    ]);
  });

  it("switches a webhook by one request even if no operation reads webhooks", async () => {
    emulator().faults(lacking(404));
    for (const [operations, asked] of [
      ["extended", [search, detail]],
      ["specified", []],
    ] as const) {
      const outs = await newRun({ operations }).create({ webhookId: "webhook-1" });
      expect(outs).to.deep.equal({ webhookId: "webhook-1", account });
      expect(requests()).to.deep.equal([...asked, toggle]);
    }
    const state = { webhookId: "webhook-1", active: true, account };
    expect(await newRun({ operations: "specified" }).read("webhook-1", state)).to.deep.equal(state);
    expect(requests()).to.deep.equal([]);
  });

  it("sends only one request if 50 resources are refreshed", async () => {
    const ids = Array.from({ length: 50 }, (_, n) => `hook-${n}`);
    emulator().seed({ webhooks: ids.map((id) => ({ id, name: id })) });
    const { read } = newRun();
    const found = await Promise.all(ids.map((id) => read(id, { webhookId: id, account })));
    expect(found.map(({ name }) => name)).to.deep.equal(ids);
    expect(requests()).to.deep.equal([search]);
  });

  it("is removed from the state if neither a search nor a read by id finds the webhook", async () => {
    emulator().remove("webhooks", "webhook-1");
    const { read } = suite.newRun({ accountDomain: "acme.example" });
    expect(await read("webhook-1", { webhookId: "webhook-1", account })).to.deep.equal({});
    expect(requests()).to.deep.equal([search, detail, "POST /domains/search"]);
    expect(slept).to.deep.equal([]);
  });

  it("causes a finding that names the existing webhooks if the account lacks the webhook", async () => {
    const asked = webhookActivationLifecycle.preflightChecks?.find((check) => "ask" in check);
    const ask = async (webhookId: string) => {
      const step = { account: opened(), props: { webhookId }, old: {} };
      return (await asked?.ask(step as unknown as CheckedStep<WebhookActivationProps>))?.map(
        (one) => `${one.problem} [${one.name}]`,
      );
    };
    expect(await ask("webhook-2")).to.deep.equal([]);
    expect(await ask("webhook-9")).to.deep.equal([
      'webhookId: the account has no webhook with the id "webhook-9", so the update will fail. It has "webhook-2" (Bounces) and "webhook-1" (Opens). [webhook-unknown]',
    ]);
    emulator().faults(lacking(501));
    expect(await ask("webhook-9")).to.deep.equal([]);
  });

  it("fails the update if the webhook was deleted in the service", async () => {
    emulator().remove("webhooks", "webhook-1");
    const state = { webhookId: "webhook-1", account };
    const { diff, update } = suite.newRun();
    for (const more of [{ onDestroy: "leave" }, { active: true }]) {
      await diff("webhook-1", state, { webhookId: "webhook-1", ...more });
    }
    expect(suite.warnings()).to.deep.equal([]);
    const off = { webhookId: "webhook-1", active: false };
    await diff("webhook-1", state, off);
    expect(suite.warnings()).to.deep.equal([
      'WebhookActivation "webhook-1": webhookId: the account has no webhook with the id "webhook-1", so the update will fail. It has "webhook-2" (Bounces). [webhook-unknown webhookId]',
    ]);
    expect(await rejection(update("webhook-1", state, off))).to.equal(
      'WebhookActivation "webhook-1": the service replied "Record not found with the given Id" (404, POST /webhooks/toggle/{id}). Use the id of a webhook that the account has. If the webhook was deleted, remove the resource from the program. [not-found]',
    );
  });
});
