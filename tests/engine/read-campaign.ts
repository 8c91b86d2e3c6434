import type { Suite } from "mocha";
import { ok } from "../support/outcome";
import { js } from "../support/program";
import { type ServiceProject, useService } from "../support/service";
import type { ProjectOptions } from "../support/stack";

/** A program with a campaign and its date. */
export const program = js(`
const spring = new em.Campaign("spring", {
  name: "Spring", subject: "What is new", sender: { email: "hello@acme.example", name: "Acme" },
  html: "<p>Hello</p>", listIds: ["list-1"], ignoreChecks: ["unsubscribe-missing", "plain-text-missing"],
});
new em.CampaignSchedule("spring", { campaignId: spring.id, scheduledAt: "2098-03-01 09:00:00" });
exports.status = spring.status;`);

/** Prepares a suite for the program, with settings with which the provider can read campaigns. */
export function useReadCampaign(suite: Suite) {
  const { createProject, emulator } = useService(suite);
  const key = "emailmarketing:operations";

  async function deploy(given: ProjectOptions["program"], isRead: boolean) {
    emulator().reset();
    const project = await createProject({ program: given, config: { [key]: "extended" } });
    await ok(project.up());
    if (isRead) {
      await ok(project.refresh());
    }
    return project;
  }

  let read: { project: ServiceProject; goBack: () => Promise<void> } | undefined;

  /** The suite's project with the unchanged program, restored to its state after the first read of the campaign. */
  async function usual(): Promise<ServiceProject> {
    if (read === undefined) {
      const project = await deploy(program, true);
      read = { project, goBack: await project.keep() };
      return project;
    }
    const { project, goBack } = read;
    await goBack();
    await project.writeProgram(program);
    await project.setConfig(key, "extended");
    return project;
  }

  return {
    emulator,
    /** Changes fields of the campaign, like an edit in the service's web app. */
    be: (fields: object) => emulator().patch("campaigns", "campaign-3", fields),
    /** A project whose campaign was created and scheduled and, unless `isRead` is false, read once. */
    deployed: (given: ProjectOptions["program"] = program, { isRead = true } = {}) =>
      given === program && isRead ? usual() : deploy(given, isRead),
  };
}
