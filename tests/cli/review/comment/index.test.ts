import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { renderComment } from "../../../../cli/review/comment";
import { previewOf } from "../../../support/preview";
import { dated, ofStack, useCommandLine } from "../../../support/preview-fixtures";

const urnOf = (kind: string, name: string) =>
  `urn:pulumi:prod::mail::acme:index:Brand$pulumi-nodejs:dynamic/emailmarketing:${kind}::${name}`;
const step = (op: string, kind: string, name: string, diffReasons: string[] = []) => ({
  op,
  urn: urnOf(kind, name),
  diffReasons,
});
const said = (severity: string, message: string, kind?: string, name = "") => ({
  severity,
  message: `${message}\n`,
  ...(kind === undefined ? {} : { urn: urnOf(kind, name) }),
});
const comment = (preview: object, keys: string[] = []) => renderComment(previewOf(preview, keys));

describe("the comment on a preview", () => {
  it("lists errors, warnings and notes in this order, and then the changed resources, deletes first", () => {
    const preview = {
      steps: [
        step("same", "Sender", "kept"),
        step("create", "Sender", "news"),
        step("update", "Campaign", "spring", ["subject", "rules.limit"]),
        step("create-replacement", "Sender", "moved", ["email"]),
        step("replace", "Sender", "moved", ["email"]),
        step("delete-replaced", "Sender", "moved", ["email"]),
        step("delete", "WebhookActivation", "events"),
      ],
      diagnostics: [
        said("info", "a sender exists already. [sender-exists]", "Sender", "news"),
        said(
          "warning",
          "warning: nothing to read. [plain-text-missing plainText]",
          "Campaign",
          "spring",
        ),
        said("error", "error: no such domain. [sender-domain-unknown email]", "Sender", "moved"),
        said("info", "some progress", "Sender", "news"),
      ],
    };
    expect(comment(preview)).to.equal(
      [
        "<!-- pulumi-email-marketing mail/prod -->",
        "### Preview of mail/prod: the preview failed (1 to delete, 1 to replace, 1 to create, 1 to update)",
        "",
        "**Will be mailed**",
        "",
        "The preview failed, so this may not be all that is mailed.",
        "",
        "**1 error, 1 warning, 1 note**",
        "",
        "- 🛑 Sender **moved**: no such domain. `sender-domain-unknown`",
        "- ⚠️ Campaign **spring**: nothing to read. `plain-text-missing`",
        "- ℹ️ Sender **news**: a sender exists already. `sender-exists`",
        "",
        "**Changes**",
        "",
        "- delete WebhookActivation **events**",
        "- replace Sender **moved**: email (`sender-domain-unknown`)",
        "- create Sender **news** (`sender-exists`)",
        "- update Campaign **spring**: subject, rules (`plain-text-missing`)",
      ].join("\n"),
    );
  });

  it("is written even if inputs have the wrong types", () => {
    const of = (inputs: object) => ({ id: "1", inputs });
    const changed = (kind: string, name: string, before: object, after: object) => ({
      ...step("update", kind, name),
      ...{ oldState: of(before), newState: of(after) },
    });
    const asset = { "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17" };
    const steps = [
      changed(
        "Campaign",
        "lists",
        { listIds: 1, extraFields: null },
        { listIds: [null], extraFields: { create: null } },
      ),
      changed("Campaign", "text", { html: { ...asset, hash: "a", text: 1 } }, { html: "a" }),
      changed("Campaign", "path", { html: { ...asset, hash: "a", path: [1] } }, { html: "a" }),
      changed("DomainDnsShare", "dns", { recipients: [null] }, { recipients: [[1], {}] }),
    ];
    const dates = ["lists", "text", "path"].map((name) => ({
      ...step("create", "CampaignSchedule", name),
      newState: {
        inputs: { campaignId: "1", scheduledAt: 7 },
        propertyDependencies: { campaignId: [urnOf("Campaign", name)] },
      },
    }));
    const written = comment({ steps: [...steps, ...dates] });
    expect(written.split("\n").filter((line) => line.startsWith("- "))).to.deep.equal([
      "- create CampaignSchedule **lists**",
      "- create CampaignSchedule **path**",
      "- create CampaignSchedule **text**",
      "- update Campaign **lists**: listIds, extraFields",
      "- update Campaign **path**: html",
      "- update Campaign **text**: html",
      "- update DomainDnsShare **dns**: recipients",
    ]);
  });

  it("lists the effects that deletes don't undo, such as campaigns that are still sent, before the findings", () => {
    const removed = (kind: string, name: string, outputs: object) => ({
      ...step("delete", kind, name),
      oldState: { outputs },
    });
    const replaced = (kind: string, name: string, outputs: object, reason: string) => ({
      ...step("replace", kind, name, [reason]),
      replaceReasons: [reason],
      oldState: { outputs },
    });
    const schedule = (name: string, scheduledAt: string) =>
      removed("CampaignSchedule", name, dated(scheduledAt, "c-1").outputs);
    const preview = {
      steps: [
        removed("Sender", "old", { email: "old@acme.example" }),
        removed("Campaign", "spring", { name: "Spring" }),
        schedule("spring", "2098-03-01 09:00:00"),
        replaced("CampaignSchedule", "fall", dated("2098-09-01 09:00:00", "c-2").outputs, "name"),
        schedule("past", "2020-03-01 09:00:00"),
        removed("CustomProperty", "plan", { name: "plan", onDestroy: "delete" }),
        removed("CustomProperty", "tier", { name: "tier" }),
        removed("WebhookActivation", "events", { webhookId: "w-1" }),
        replaced("List", "news", { name: "News", account: "loopback" }, "account"),
        {
          ...removed("Sender", "ses", {}),
          urn: "urn:pulumi:prod::mail::aws:ses/sender:Sender::ses",
        },
      ],
      diagnostics: [said("error", "error: no such domain. [sender-domain-unknown email]")],
    };
    const lines = comment(preview).split("\n");
    const begin = lines.indexOf("**What deleting does not undo**");
    expect(lines.slice(begin, begin + 11)).to.deep.equal([
      "**What deleting does not undo**",
      "",
      "- ⚠️ CampaignSchedule **spring**: the campaign keeps its date and WILL still be sent at 2098-03-01 09:00:00. To stop it, pause campaign c-1 in the service's web app.",
      "- ⚠️ CampaignSchedule **fall**: the campaign keeps its date and WILL still be sent at 2098-09-01 09:00:00. To stop it, pause campaign c-2 in the service's web app.",
      "- ℹ️ Sender **old**, Campaign **spring**: it stays in the account, because the service has no delete operation.",
      "- ℹ️ CustomProperty **tier**: it stays in the account with all stored values.",
      '- ℹ️ List **news**: it stays unchanged in account "loopback".',
      "",
      "**1 error**",
      "",
      "- 🛑 no such domain. `sender-domain-unknown`",
    ]);
  });

  it("says that a campaign is still sent if the schedule's replacement only records a past date", () => {
    const replaced = (now: string, ignoreChecks: string[]) =>
      comment({
        steps: [
          {
            ...step("replace", "CampaignSchedule", "spring"),
            oldState: dated("2098-03-01 09:00:00", "c-1"),
            newState: { inputs: { campaignId: "c-1", scheduledAt: now, ignoreChecks } },
          },
        ],
      });
    const kept = "**spring**: the campaign keeps its date and WILL still be sent at 2098-03-01";
    expect(replaced("2020-03-21 09:00:00", ["schedule-past"])).to.include(kept);
    expect(replaced("2098-03-02 09:00:00", ["schedule-past"])).to.not.include(kept);
    expect(replaced("2020-03-21 09:00:00", [])).to.not.include(kept);
  });

  it("says that a campaign is sent at an unknown time if the removed schedule's date is unreadable", () => {
    const removed = (outputs: object) => ({
      ...step("delete", "CampaignSchedule", "spring"),
      oldState: { outputs },
    });
    for (const scheduledAt of [{ text: "2098-03-01" }, 5, null, [], undefined]) {
      expect(comment({ steps: [removed({ campaignId: "c-1", scheduledAt })] })).to.include(
        "**spring**: the campaign keeps its date and WILL still be sent at an unknown time. To stop it, pause campaign c-1 in the service's web app.",
      );
    }
    expect(comment({ steps: [removed({ scheduledAt: "2098-03-01 09:00:00" })] })).to.include(
      "sent at 2098-03-01 09:00:00. To stop it, pause campaign (unknown) in",
    );
  });

  it("shows a changed campaign's last-read status, and the inputs that somebody has changed in the service", () => {
    const state = (subject: string, status: string) => ({
      oldState: { inputs: { name: "Spring", subject }, outputs: { subject, status } },
    });
    const preview = {
      steps: [
        { ...step("refresh", "Campaign", "spring"), ...state("As declared", "scheduled") },
        { ...step("update", "Campaign", "spring", ["subject"]), ...state("Edited", "paused") },
        { ...step("update", "Campaign", "summer", ["html"]), ...state("", "finished") },
        { ...step("replace", "Campaign", "fall", ["html"]), ...state("", "finished") },
        { ...step("delete", "CampaignSchedule", "winter"), ...state("", "finished") },
        { ...step("update", "Sender", "news", ["name"]), ...state("", "verified") },
      ],
    };
    expect(comment(preview).split("\n").slice(-5)).to.deep.equal([
      "- delete CampaignSchedule **winter**; the campaign was finished when it was last read",
      "- replace Campaign **fall**: html; the campaign was finished when it was last read",
      "- update Campaign **spring**: subject; the campaign was paused when it was last read; changed in the service: subject",
      "- update Campaign **summer**: html; the campaign was finished when it was last read, so nothing is sent",
      "- update Sender **news**: name",
    ]);
  });

  it("shows a finding of seven resources in one line, with five names and a count", () => {
    const names = ["a", "b", "c", "d", "e", "f", "g"];
    const preview = {
      steps: names.map((name) => step("update", "Campaign", name, ["html"])),
      diagnostics: names.map((name) =>
        said("warning", "no text. [plain-text-missing plainText]", "Campaign", name),
      ),
    };
    const lines = comment(preview).split("\n");
    expect(lines.filter((line) => line.includes("no text."))).to.deep.equal([
      "- ⚠️ Campaign **a**, Campaign **b**, Campaign **c**, Campaign **d**, Campaign **e**, 2 more: no text. `plain-text-missing`",
    ]);
  });

  it("masks addresses and keys, shows no input values, and escapes Markdown in names", () => {
    const preview = {
      steps: [
        {
          ...step("update", "Sender", "ada@example.com | **bold** @team", ["name", "__provider"]),
          oldState: { inputs: { name: "Old secret" } },
          newState: { inputs: { name: "New secret" } },
        },
      ],
      diagnostics: [
        said("error", "error: EmailMarketingError: key k-123 of ada@example.com\nsecond line"),
      ],
    };
    const text = comment(preview, ["k-123"]);
    expect(text).to.include("key \\[key\\] of \\[address\\] second line");
    expect(text).to.include(
      "update Sender **\\[address\\] \\| \\*\\*bold\\*\\* @\u200bteam**: name",
    );
    expect(text).to.not.match(/secret|example\.com|k-123|__provider/);
  });

  it("shows the message of a program's exception without the stack trace", () => {
    const thrown =
      "error: Running program 'mail' failed with an unhandled exception:\nError: boom\n    at Object.<anonymous> (/home/me/index.ts:1:7)\n    at node:internal/modules:1:2\n";
    expect(comment({ diagnostics: [said("error", thrown)] })).to.match(
      /failed with an unhandled exception: Error: boom\n/,
    );
  });

  it("ends with the number of omitted lines if the comment is truncated", () => {
    const names = Array.from({ length: 3000 }, (_, index) => `campaign-of-the-${index}-brand`);
    const preview = { steps: names.map((name) => step("update", "Campaign", name, ["subject"])) };
    const text = comment(preview);
    expect(text.length).to.be.at.most(65_024).and.above(64_900);
    const lines = text.split("\n");
    const more = 3000 - lines.filter((line) => line.startsWith("- update")).length;
    expect(lines.slice(-2)).to.deep.equal([
      "",
      `... and ${more} more; see the log of the pipeline for all of them.`,
    ]);
  });

  it("is at most 65,024 characters long, which leaves a pipeline room for 512 more", () => {
    const commentOf = (length: number) =>
      comment({ steps: [step("update", "Sender", "news", ["w".repeat(length)])] });
    const besides = commentOf(1).length - 1;
    expect(commentOf(65_024 - besides)).to.have.length(65_024);
    const cut = commentOf(65_025 - besides);
    expect(cut.length).to.be.below(300);
    expect(cut).to.include("... and 1 more; see the log of the pipeline for all of them.");
  });

  it("reports a failed preview if the preview has an error or is marked as failed", () => {
    const steps = [step("same", "Sender", "news")];
    const failing = { steps, diagnostics: [said("error", "error: no such domain.")] };
    const headline = "### Preview of mail/prod: the preview failed\n";
    expect(comment(failing)).to.include(headline);
    const ended = renderComment(previewOf({ steps }, []), { isFailed: true });
    expect(ended).to.include(headline);
  });

  it("reports no changes and no email if the preview has only an unchanged resource", () => {
    expect(comment({ steps: [step("same", "Sender", "news")] })).to.equal(
      "<!-- pulumi-email-marketing mail/prod -->\n### Preview of mail/prod: no changes\n\n**Will be mailed**\n\nNothing: this update sends no email, and changes none that this stack schedules.\n",
    );
  });
});

describe("the command comment with the option --stack", function () {
  const { scratch, run } = useCommandLine(this);

  /** The comment's hidden marker, and its lines that mention --stack. */
  async function linesOf(given: string, preview = JSON.stringify({ steps: [ofStack] })) {
    await writeFile(join(scratch(), "preview.json"), preview);
    const args = ["comment", "--preview", "preview.json", "--stack", given, "--status", "0"];
    const { exitCode, stdout } = await run(args);
    expect(exitCode, stdout).to.equal(0);
    const lines = stdout.split("\n");
    return { mark: lines[0], said: lines.filter((line) => line.includes("--stack")) };
  }
  const mark = "<!-- pulumi-email-marketing mail/prod -->";

  it("writes the preview's project into the comment's hidden marker, not the project of the current folder", async () => {
    expect(await linesOf("prod")).to.deep.equal({ mark, said: [] });
    expect(await linesOf("acme/mail/prod")).to.deep.equal({ mark, said: [] });
    await writeFile(join(scratch(), "Pulumi.yaml"), "name: other\nruntime: nodejs\n");
    expect(await linesOf("prod")).to.deep.equal({ mark, said: [] });
    // An unreadable preview names no project, so the project of the folder is used.
    const unread = await linesOf("prod", "{");
    expect(unread.mark).to.equal("<!-- pulumi-email-marketing other/prod -->");
  });

  it("writes a warning into the comment if --stack names a different stack from the preview's", async () => {
    expect(await linesOf("dev")).to.deep.equal({
      mark: "<!-- pulumi-email-marketing mail/dev -->",
      said: ["- ⚠️ --stack names mail/dev, but this is a preview of mail/prod."],
    });
  });
});
