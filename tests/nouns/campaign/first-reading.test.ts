import { expect } from "chai";
import type { Properties } from "../../../provider/input/plain";
import { useRuns } from "../runs";

const spring = {
  name: "Spring & more",
  subject: "What is new in the café",
  sender: { email: "hello@acme.example", name: "Acme" },
  html: "<p>Hello</p>",
  listIds: ["list-1"],
  replyTo: "support@acme.example",
};

describe("the first reading of a campaign", function () {
  const { emulator, provider: campaign, newRun, told, requests } = useRuns(this, "Campaign");
  const be = (fields: object) => emulator().patch("campaigns", "campaign-3", fields);
  const refresh = async (state: Properties) => {
    newRun();
    return (await campaign().read("campaign-3", state)).props as Properties;
  };
  const update = async (state: Properties, props: Properties = spring) => {
    newRun();
    requests();
    const { outs } = await campaign().update("campaign-3", state, props);
    return { state: outs as Properties, requests: requests() };
  };
  const edited = async (fields: object) => {
    const { outs } = await campaign().create(spring);
    be(fields);
    return refresh(outs as Properties);
  };

  it("shows a name, subject and reply-to address other than declared, until they are not", async () => {
    const fields = { name: "Summer", subject: "Edited", reply_email: "other@acme.example" };
    const state = await edited(fields);
    expect(state).to.include({ name: "Summer", subject: "Edited", replyTo: "other@acme.example" });
    expect(await refresh(state)).to.deep.equal(state);
    be({ name: spring.name, subject: spring.subject, reply_email: spring.replyTo });
    expect(await refresh(state)).to.deep.include(spring);
  });

  it("takes another spelling, and what the reply doesn't hold, for no difference", async () => {
    const state = await edited({
      name: " Spring &amp;  more",
      subject: "What is new in the cafe\u0301\u00a0",
      reply_email: "Support@ACME.example",
    });
    expect(state).to.deep.include(spring);
    expect(await edited({ reply_email: "" })).to.deep.include(spring);
  });

  it("keeps the baseline of an older version", async () => {
    const state = await edited({});
    be({ subject: "Edited" });
    const { subject, ...rest } = (await refresh(state)).reading as Properties;
    expect(subject).to.equal((state.reading as Properties).subject);
    expect(rest.declared).to.deep.equal({ subject: spring.subject });
  });

  it("is answered with what is declared where the campaign is scheduled", async () => {
    const state = await edited({ subject: "Edited", status: "Scheduled" });
    const { requests } = await update(state);
    expect(requests).to.deep.equal([
      "POST /campaign/list",
      "POST /campaign/list",
      "PUT /campaign/campaign-3",
    ]);
    expect(emulator().snapshot().campaigns.at(-1)).to.include({ subject: spring.subject });
  });

  it("is not answered where somebody has changed the campaign again since, which nobody was shown", async () => {
    const state = await edited({ subject: "Edited", status: "Scheduled" });
    be({ subject: "Edited again" });
    const { state: left, requests } = await update(state);
    expect(requests).to.deep.equal(["POST /campaign/list"]);
    expect(told()).to.deep.equal([
      'Campaign "Spring & more": subject was changed again in the service since the last refresh, so it was not sent. To see the change, run: pulumi refresh. To send what is declared, then run: pulumi up',
    ]);
    const shown = await refresh(left);
    expect(shown).to.include({ subject: "Edited again" });
    await update(shown);
    expect(emulator().snapshot().campaigns.at(-1)).to.include({ subject: spring.subject });
  });

  for (const status of ["Draft", "Paused", "Finished", "Aborted", "Processing"] as const) {
    it(`sends nothing to one that is ${status}`, async () => {
      const state = await edited({ subject: "Edited" });
      be({ status });
      const { state: left, requests } = await update(state);
      expect(requests).to.deep.equal(["POST /campaign/list"]);
      expect(told().join()).to.include("so subject was not sent");
      be({ status: "Scheduled" });
      expect(await refresh(left)).to.include({ subject: "Edited" });
    });
  }

  it("takes a difference for the service's spelling that comes back after our own write, and says so once", async () => {
    const state = await edited({ subject: "WHAT IS NEW", status: "Scheduled" });
    const { state: written } = await update(state);
    be({ subject: "WHAT IS NEW" });
    const settled = await refresh(written);
    expect(settled).to.deep.include(spring);
    expect(told()).to.deep.equal([
      'Campaign "Spring & more": subject: the service returned the same other value again after the declared one was sent. This is taken as the service\'s form of the declared value, and later refreshes compare with it.',
    ]);
    expect(await refresh(settled)).to.deep.equal(settled);
    expect(told()).to.have.length(1);
  });
});
