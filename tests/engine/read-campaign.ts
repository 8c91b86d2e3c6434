import { expect } from "chai";
import type { Suite } from "mocha";
import { useService } from "../support/service";
import type { ProjectOptions } from "../support/stack";

/** A campaign with its date, as text of a program. */
export const program = `
const em = require("pulumi-email-marketing");
const spring = new em.Campaign("spring", {
  name: "Spring", subject: "What is new", sender: { email: "hello@acme.example", name: "Acme" },
  html: "<p>Hello</p>", listIds: ["list-1"], ignoreChecks: ["unsubscribe-missing", "plain-text-missing"],
});
new em.CampaignSchedule("spring", { campaignId: spring.id, scheduledAt: "2098-03-01 09:00:00" });
exports.status = spring.status;
`;

/** Prepares a suite for that program, behind settings that let campaigns be read. */
export function useReadCampaign(suite: Suite) {
  const { createProject, emulator } = useService(suite);
  return {
    emulator,
    /** Gives the campaign what a person sets in the service's web app. */
    be: (fields: object) => emulator().patch("campaigns", "campaign-3", fields),
    /** A project whose campaign was created, scheduled and read once. */
    async deployed(given: ProjectOptions["program"] = program, { isRead = true } = {}) {
      emulator().reset();
      const config = { "emailmarketing:operations": "extended" };
      const project = await createProject({ program: given, config });
      const up = await project.up();
      expect(up.exitCode, up.output).to.equal(0);
      if (!isRead) return project;
      const refresh = await project.refresh();
      expect(refresh.exitCode, refresh.output).to.equal(0);
      return project;
    },
  };
}
