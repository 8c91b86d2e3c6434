import { expect } from "chai";
import { fails, ok } from "../../support/outcome";
import { campaign, schedule as dated, jsBy, runtimes } from "../../support/program";
import { runtimeNames } from "../../support/runtime";
import { mailsSentInTotal, useService } from "../../support/service";

describe("campaigns that have the same name", function () {
  const { emulator, createProject } = useService(this);
  const mails = () => mailsSentInTotal(emulator());

  for (const runtime of runtimes) {
    for (const operations of ["specified", "extended"]) {
      it(`are each sent once (${runtimeNames[runtime]}, operations=${operations})`, async () => {
        emulator().reset();
        const both = (name: string, more = {}) => [campaign({ name, ...more }), dated({ name })];
        const program = (...statements: string[]) => jsBy(runtime, ...statements);
        const project = await createProject({
          program: program(...both("november")),
          hasPlugin: true,
          env: { EMAIL_MARKETING_OPERATIONS: operations },
        });
        await ok(project.up());
        const restore = await project.keep();
        for (const names of [
          ["november", "december"],
          ["december", "november"],
        ]) {
          await restore();
          await project.writeProgram(program(...names.flatMap((name) => both(name))));
          await ok(project.upWithPreview());
          expect(mails(), names.join()).to.equal(2);
        }
        for (const [opts, inputs] of [
          ['replaceOnChanges: ["subject"]', 'subject: "New", name: "Other"'],
          [
            'replaceOnChanges: ["plainText"], ignoreChanges: ["name", "subject"]',
            'plainText: "New. %%unsubscribe%%", name: "Other", subject: "Other"',
          ],
        ] as const) {
          await restore();
          await project.writeProgram(program(...both("november", { opts, inputs })));
          for (const run of [project.preview, project.up, project.up]) {
            // With parallel diffs, the provider can't rely on the order of the diffs.
            const env = run === project.preview ? {} : { PULUMI_PARALLEL_DIFF: "true" };
            const { output } = await fails(run([], { env }));
            expect(output, opts).to.include("[campaign-replaced campaignId]");
          }
          expect(mails(), opts).to.equal(1);
        }
      });
    }
  }
});
