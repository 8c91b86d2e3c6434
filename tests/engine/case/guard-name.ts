import { expect } from "chai";
import { runUnder } from "../../support/command";
import { fails, ok } from "../../support/outcome";
import { dated, mail, programsByRuntime } from "../../support/program";
import { type ServiceProject, useService } from "../../support/service";

const spring = { spring: ["Campaign", mail] } as const;
const scheduled = { ...spring, date: dated() };

/** Wrong names that cause an error, one of each kind, and the messages with the intended guards. */
const errors = {
  env: { EMAILMARKETING_SENDING: "refuse", EMAIL_MARKETING_SEND: "refuse" },
  config: { "emailMarketing:sending": "refuse", "email-marketing:sendng": "refuse" },
  sentences: [
    "environment variable EMAILMARKETING_SENDING: not the name of a setting, so it has no effect; did you mean EMAIL_MARKETING_SENDING?",
    "environment variable EMAIL_MARKETING_SEND: not the name of a setting, so it has no effect; did you mean EMAIL_MARKETING_SENDING?",
    "stack config emailMarketing:sending: not in the namespace of the settings, so it has no effect; did you mean emailmarketing:sending?",
    "stack config email-marketing:sendng: not in the namespace of the settings, so it has no effect; did you mean emailmarketing:sending?",
  ],
};

/** Wrong names that cause a warning, one of each kind. */
const warnings = {
  env: { EMAIL_MARKETING_MAX_CONTACTS: "1", EMAIL_MARKETING_MAX_RECIPIENTS: "1" },
  config: { sending: "refuse", "emailmarketing:maxRecipients": "1000" },
  sentences: [
    "environment variable EMAIL_MARKETING_MAX_CONTACTS: not the name of a setting, so it has no effect; did you mean EMAIL_MARKETING_MAX_RECIPIENTS?",
    "maxRecipients: stack config emailmarketing:maxRecipients and environment variable EMAIL_MARKETING_MAX_RECIPIENTS hold different values, and the one in stack config emailmarketing:maxRecipients is used.",
  ],
};
const ownKey = (project: string) =>
  `stack config ${project}:sending: a value of the project ${project}, so it doesn't set emailmarketing:sending. Run: pulumi config set emailmarketing:sending <value>.`;

/** A part of the messages about any wrong name. */
const anySentence =
  /not the name of a setting|not in the namespace|a value of the project|hold different values/;

describe('a misspelt or misplaced guard, such as "sending",', function () {
  const { createProject } = useService(this);

  async function setAll(project: ServiceProject, config: Readonly<Record<string, string>>) {
    for (const [key, value] of Object.entries(config)) await project.setConfig(key, value);
  }

  for (const [runtime, programOf] of Object.entries(programsByRuntime)) {
    it(`fails a preview and an update, but no refresh and no destroy (${runtime})`, async () => {
      const project = await createProject({ program: programOf(spring) });
      await ok(project.up());
      await project.writeProgram(programOf(scheduled));
      await setAll(project, errors.config);
      const env = { env: errors.env };
      project.newRequests();
      for (const action of ["preview", "up"] as const) {
        const { output } = await fails(project[action]([], env));
        for (const sentence of errors.sentences) expect(output, action).to.include(sentence);
      }
      expect(project.newRequests()).to.deep.equal([]);
      const { stdout } = await fails(runUnder(errors.env, project, "doctor"), 1);
      for (const sentence of errors.sentences) expect(stdout).to.include(sentence);
      for (const action of ["refresh", "destroy"] as const) {
        expect((await ok(project[action]([], env))).output, action).to.not.match(anySentence);
      }
    });

    it(`causes only a warning if the name may belong to the program (${runtime})`, async () => {
      const name = "email-marketing";
      const project = await createProject({ program: programOf(spring), name });
      await setAll(project, warnings.config);
      const env = { env: warnings.env };
      const sentences = [...warnings.sentences, ownKey(name)];
      for (const action of ["preview", "up"] as const) {
        const { output } = await ok(project[action]([], env));
        const [, diagnostics = ""] = output.split("Diagnostics:");
        for (const sentence of sentences) {
          expect(diagnostics.split(sentence), `${action}: ${sentence}`).to.have.length(2);
        }
      }
      const { stdout } = await ok(runUnder(warnings.env, project, "doctor"));
      for (const sentence of sentences) expect(stdout).to.include(sentence);
      await project.setConfig("emailmarketing:sending", "allow");
      expect((await ok(project.preview())).output).to.not.match(anySentence);
      for (const action of ["refresh", "destroy"] as const) {
        expect((await ok(project[action]([], env))).output, action).to.not.match(anySentence);
      }
    });
  }
});
