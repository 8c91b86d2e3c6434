import { expect } from "chai";
import { ownNow } from "../../../provider/input/moment";
import type { QuestionContext } from "../../../provider/lifecycle/question";
import type { CampaignProps } from "../../../provider/nouns/campaign/props";
import { campaignQuestions } from "../../../provider/nouns/campaign/questions";
import { campaignScheduleQuestions } from "../../../provider/nouns/campaign-schedule/questions";

const row = {
  ...{ id: "c1", name: "Spring", subject: "Old", status: "scheduled", replyTo: "" },
  ...{ senderEmail: "", senderName: "", createdDate: "", lists: "", report: {} },
  scheduledDate: "2098-03-05 10:00:00",
};
const ahead = { campaignId: "c1", scheduledAt: "2098-03-01 09:00:00" };

function context(operations: string) {
  const settings = { isExtended: operations === "extended", value: () => undefined };
  const account = { settings, now: ownNow, perAccount: () => ({ readOnce: async () => row }) };
  return { account, own: {}, old: {}, declared: async () => [] } as unknown as QuestionContext;
}

describe("a preview of what meets an existing campaign", () => {
  const ofDate = async (operations: string, props = ahead) => {
    const asked = campaignScheduleQuestions.filter(({ when }) => when.startsWith("new"));
    const found = await Promise.all(asked.map(async ({ ask }) => ask(props, context(operations))));
    return found.flat();
  };
  const ofAdopted = (operations: string, props: Partial<CampaignProps>) =>
    campaignQuestions
      .find(({ when, about }) => when === "new" && about.includes("existingId"))
      ?.ask({ existingId: "c1", ...props }, context(operations));

  it("warns of a date that is set already, and not of the same one", async () => {
    const [found, ...others] = await ofDate("extended");
    expect(others).to.deep.equal([]);
    expect(found).to.include({ level: "warning", name: "schedule-pause" });
    expect(found?.problem).to.include("already scheduled in the service, for 2098-03-05 10:00:00");
    expect(await ofDate("extended", { ...ahead, scheduledAt: row.scheduledDate })).to.deep.equal(
      [],
    );
  });

  it("notes under the specified operations that there may be one", async () => {
    const [found] = await ofDate("specified");
    expect(found).to.include({ level: "info", name: "schedule-pause" });
  });

  it("notes what an adoption overwrites, and which inputs differ where that can be read", async () => {
    const [note] = (await ofAdopted("specified", {})) ?? [];
    expect(note?.problem).to.equal(
      'existingId: the update overwrites what campaign "c1" contains with the declared inputs.',
    );
    const [found] = (await ofAdopted("extended", { name: "Spring", subject: "New" })) ?? [];
    expect(found?.problem).to.match(/ These inputs differ: subject\.$/);
    expect(await ofAdopted("extended", { name: "Spring" })).to.deep.equal([]);
  });
});
