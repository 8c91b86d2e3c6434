import { expect } from "chai";
import type { Fault } from "email-marketing-emulator";
import type { Properties } from "../../provider/plain/value";
import { useSkippedWaits } from "../support/clock";
import { failure } from "../support/rejection";
import { extended, type Kind, useResource } from "../support/resource";
import { changingRequests } from "../support/service";

/** An ErrorHook that returns true makes the engine call a create or an update again, in the same process. */
const campaign = {
  name: "Spring",
  subject: "New",
  sender: { email: "hello@acme.example", name: "Acme" },
  plainText: "Hello. %%unsubscribe%%",
  listIds: ["list-1"],
};
const share = { domainId: "domain-2", recipients: ["dns@acme.example"] };

interface Once {
  readonly kind: Kind;
  readonly props: Properties;
  readonly settings?: Readonly<Record<string, string>>;
  /** The request that gets no response. */
  readonly request: `POST ${string}`;
  /** A sentence of the error. */
  readonly ends: string;
  /** The id under which the engine keeps the object; undefined if it keeps none. */
  readonly id: RegExp | undefined;
}

const mayExist = "The create may or may not have succeeded.";

const onlyOnce: readonly Once[] = [
  {
    ...{ kind: "Campaign", props: campaign, request: "POST /campaign" },
    ...{ ends: mayExist, id: /^unknown:\d+$/ },
  },
  {
    ...{ kind: "CustomProperty", props: { name: "tier", type: "text" } },
    ...{ request: "POST /contact/property", ends: mayExist, id: /^unknown:\d+$/ },
  },
  {
    ...{ kind: "List", props: { name: "Readers" }, settings: extended },
    ...{ request: "POST /list", ends: mayExist, id: /^unknown:\d+$/ },
  },
  {
    ...{ kind: "DomainDnsShare", props: share, request: "POST /domains/domain-2/share" },
    ...{ ends: "The mail may have been sent; the next pulumi up sends it again.", id: undefined },
  },
];

function lost(request: string, times = 1): Fault[] {
  const path = request.replace(/^\w+ /, "").replace("domain-2", "*");
  return [{ method: "POST", path, times, kind: "reset-before" }];
}

for (const { kind, props, settings, request, ends, id } of onlyOnce) {
  describe(`a ${kind} whose failed create is repeated by an error hook`, function () {
    const { resource, emulator, requests } = useResource(this, kind, settings);
    useSkippedWaits(this);

    it("fails again, without a request, if the first create got no response", async () => {
      emulator().faults(lost(request));
      const same = resource();
      const first = await failure(same.create(props));
      expect(first.message).to.include(ends);
      if (id === undefined) expect(first.id).to.equal(undefined);
      else expect(first.id).to.match(id);
      expect(changingRequests(emulator().requests())).to.deep.equal([request]);
      requests();
      for (const _attempt of ["second", "third"]) {
        const again = await failure(same.create(structuredClone(props)));
        expect({ ...again, message: again.message }).to.deep.equal({
          ...first,
          message: first.message,
        });
      }
      expect(requests()).to.deep.equal([]);
    });

    const other = (name: string) =>
      kind === "DomainDnsShare"
        ? { ...props, recipients: [`${name}@acme.example`] }
        : { ...props, name };
    const creates = () => requests().filter((one) => one === request);

    it("sends the create request again if the inputs have changed", async () => {
      emulator().faults(lost(request));
      const same = resource();
      await failure(same.create(props));
      requests();
      await same.create(other("gold"));
      expect(creates()).to.have.length(1);
    });

    it("sends the create request again if the service refused the first one", async () => {
      const path = request.replace("POST ", "");
      emulator().faults([{ method: "POST", path, times: 1, kind: "status", status: 400 }]);
      const same = resource();
      await failure(same.create(props));
      requests();
      await same.create(props);
      expect(creates()).to.have.length(1);
    });
  });
}

describe("a DomainDnsShare whose failed update is repeated by an error hook", function () {
  const { resource, emulator, requests } = useResource(this, "DomainDnsShare");
  const request = "POST /domains/domain-2/share";

  it("fails again, without a request, if the first update got no response", async () => {
    const same = resource();
    const { id, outs } = await same.create(share);
    const news = { ...share, recipients: [...share.recipients, "it@acme.example"] };
    emulator().faults(lost(request));
    const first = await failure(same.update(id, outs, news));
    requests();
    expect(await failure(same.update(id, outs, news))).to.include({ message: first.message });
    expect(requests()).to.deep.equal([]);
  });
});

describe("a Campaign whose failed create is repeated by an error hook", function () {
  const { resource, emulator, requests } = useResource(this, "Campaign");

  it("creates no second campaign if only the request for contactsOrder failed", async () => {
    const same = resource();
    const ordered = { ...campaign, contactsOrder: "first" };
    emulator().faults([
      { method: "PUT", path: "/campaign/*", times: 1, kind: "status", status: 400 },
    ]);
    const first = await failure(same.create(ordered));
    requests();
    const again = await failure(same.create(ordered));
    expect(again.id).to.equal("campaign-3");
    expect({ ...again, message: again.message }).to.deep.equal({
      ...first,
      message: first.message,
    });
    expect(requests()).to.deep.equal([]);
  });
});

interface Repeated {
  readonly kind: Kind;
  readonly props: Properties;
  readonly fault: Fault;
  readonly sent: readonly string[];
}

const mayRepeat: readonly Repeated[] = [
  {
    ...{ kind: "WebhookActivation", props: { webhookId: "webhook-2" } },
    fault: { method: "POST", path: "/webhooks/toggle/*", times: 99, kind: "reset-before" },
    sent: ["POST /webhooks/toggle/webhook-2"],
  },
  {
    kind: "CampaignSchedule",
    props: { campaignId: "campaign-2", scheduledAt: "2098-03-01 09:00:00" },
    fault: { method: "PUT", path: "/campaign/*", times: 99, kind: "reset-before" },
    sent: ["PUT /campaign/campaign-2"],
  },
  {
    ...{ kind: "Sender", props: { email: "news@acme.example", name: "News" } },
    fault: { method: "POST", path: "/senders", times: 2, kind: "reset-before" },
    sent: ["POST /senders"],
  },
];

for (const { kind, props, fault, sent } of mayRepeat) {
  describe(`a ${kind} whose failed create is repeated by an error hook`, function () {
    const { resource, emulator, requests } = useResource(this, kind);
    useSkippedWaits(this);

    it("sends the create request again if the first create got no response", async () => {
      emulator().faults([fault]);
      const same = resource();
      await failure(same.create(props));
      emulator().faults([]);
      requests();
      await same.create(props);
      expect(requests().filter((one) => !one.endsWith("/search"))).to.deep.equal(sent);
    });
  });
}
