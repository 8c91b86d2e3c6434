import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { differencesFrom, saveEmails } from "../../../../cli/review/comment/approved-email";
import { explicitMarker } from "../../../../provider/settings/table";
import { runAt } from "../../../support/command";
import { previewOf } from "../../../support/preview";
import {
  dated,
  ofStack,
  onDate,
  said,
  schedule,
  step,
  unknown,
  urnOf,
} from "../../../support/preview-fixtures";
import { useScratch } from "../../../support/scratch";

interface Email {
  readonly name?: string;
  readonly date?: string;
  readonly contacts?: number | undefined;
  readonly listIds?: readonly string[];
  readonly more?: object;
}

/** A preview of new emails. */
function preview(...emails: readonly Email[]) {
  const parts = emails.map(
    ({ name = "spring", date = "2099-03-01 09:00:00", contacts, listIds = ["list-1"], more }) => {
      const urn = urnOf("CampaignSchedule", name);
      const tag = listIds.map((id) => `${id}=${contacts}`).join(" ");
      const note = said(
        "info",
        urn,
        `schedules "${name}" for ${date} to ${contacts} contacts in "Team" (list-1). [campaign-audience ${tag}]`,
      );
      return {
        steps: [step("create", name, { listIds, ...more }), schedule(name, date)],
        diagnostics: contacts === undefined ? [] : [note],
      };
    },
  );
  return {
    steps: parts.flatMap(({ steps }) => steps),
    diagnostics: parts.flatMap(({ diagnostics }) => diagnostics),
  };
}

describe("the comparison of planned with approved emails", function () {
  const scratch = useScratch(this);

  async function differences(before: object, now: object): Promise<string[]> {
    const file = join(scratch(), "emails.json");
    await saveEmails(file, previewOf(before, []));
    return differencesFrom(file, previewOf(now, []));
  }

  const label = 'CampaignSchedule "spring"';
  for (const [what, before, now, expected] of [
    ["the same emails", [{ contacts: 5 }], [{ contacts: 5 }], []],
    ["far fewer contacts", [{ contacts: 5000 }], [{ contacts: 5 }], []],
    ["ten more contacts", [{ contacts: 1 }], [{ contacts: 11 }], []],
    [
      "eleven more contacts",
      [{ contacts: 1 }],
      [{ contacts: 12 }],
      ["to 12 contacts, approved: 1 contact."],
    ],
    ["10 % more contacts", [{ contacts: 5000 }], [{ contacts: 5500 }], []],
    [
      "over 10 % more contacts",
      [{ contacts: 5000 }],
      [{ contacts: 5501 }],
      ["to 5,501 contacts, approved: 5,000 contacts."],
    ],
    ["an unknown number of contacts, as at the approval", [{}], [{}], []],
    ["a known number of contacts in place of an unknown number", [{}], [{ contacts: 5000 }], []],
    [
      "an unknown number of contacts in place of a known number",
      [{ contacts: 5 }],
      [{}],
      ["to an unknown number of contacts, approved: 5 contacts."],
    ],
    [
      "another date",
      [{ contacts: 5 }],
      [{ contacts: 5, date: "2099-03-02 09:00:00" }],
      ["on 2099-03-02 09:00:00, approved: 2099-03-01 09:00:00."],
    ],
    [
      "another list of the same size",
      [{ contacts: 5 }],
      [{ contacts: 5, listIds: ["list-2"] }],
      ["to other recipients than approved."],
    ],
    [
      "other list ids in extraFields",
      [{ more: { extraFields: { create: { list_ids: ["list-7"] } } } }],
      [{ more: { extraFields: { create: { list_ids: ["list-8"] } } } }],
      ["to other recipients than approved."],
    ],
    [
      "another limit of recipients (rules.limit)",
      [{ more: { rules: { limit: 5 } } }],
      [{ more: { rules: { limit: 50 } } }],
      ["to other recipients than approved."],
    ],
    [
      "another label in extraFields, which sets no recipients",
      [{ more: { extraFields: { create: { label: "one" } } } }],
      [{ more: { extraFields: { create: { label: "two" } } } }],
      [],
    ],
    [
      "the same lists in another order",
      [{ contacts: 5, listIds: ["list-1", "list-2"] }],
      [{ contacts: 5, listIds: ["list-2", "list-1"] }],
      [],
    ],
    [
      "an additional email",
      [],
      [{ contacts: 5 }],
      ["not approved: an email on 2099-03-01 09:00:00 to 5 contacts."],
    ],
    ["one email fewer", [{ contacts: 5 }, { name: "fall" }], [{ contacts: 5 }], []],
  ] as const) {
    it(`reports ${expected.length === 0 ? "no difference" : "a difference"} if the plan has ${what}`, async () => {
      const found = await differences(preview(...before), preview(...now));
      expect(found).to.deep.equal(expected.map((words) => `${label}: ${words}`));
    });
  }

  describe("for a DomainDnsShare", () => {
    const share = (recipients: readonly string[], domainId: string = unknown) => ({
      steps: [
        {
          op: "create",
          urn: urnOf("DomainDnsShare", "it"),
          newState: { inputs: { domainId, recipients } },
        },
      ],
    });
    const addresses = (count: number) =>
      Array.from({ length: count }, (_, at) => `a${at}@acme.example`);
    const others = 'DomainDnsShare "it": to other recipients than approved.';
    for (const [what, before, now, expected] of [
      ["the same addresses", share(addresses(2)), share(addresses(2)), []],
      [
        "the same addresses in another order",
        share(addresses(2)),
        share(addresses(2).reverse()),
        [],
      ],
      ["another address", share(["a@acme.example"]), share(["b@acme.example"]), [others]],
      [
        "the same address and another domain",
        share(addresses(1), "domain-1"),
        share(addresses(1), "domain-2"),
        [others],
      ],
      [
        "twelve added addresses",
        share(addresses(1)),
        share(addresses(13)),
        [others, 'DomainDnsShare "it": to 13 contacts, approved: 1 contact.'],
      ],
    ] as const) {
      it(`reports ${expected.length === 0 ? "no difference" : "a difference"} if the plan has ${what}`, async () => {
        expect(await differences(before, now)).to.deep.equal(expected);
      });
    }
  });

  it("reports no difference if the plan only removes a schedule", async () => {
    const removed = {
      steps: [onDate("delete", dated("2099-03-01 09:00:00").inputs.scheduledAt, undefined)],
    };
    expect(await differences({ steps: [] }, removed)).to.deep.equal([]);
  });

  it("stores only a hash of an approved email's list ids", async () => {
    const file = join(scratch(), "emails.json");
    await saveEmails(file, previewOf(preview({ contacts: 5, listIds: ["list-77"] }), []));
    const text = await readFile(file, "utf8");
    expect(text).to.not.include("list-77").and.not.include("seeds");
    const [{ lists, ...email }] = JSON.parse(text) as [{ lists: string }];
    expect(lists).to.match(/^[\da-f]{64}$/);
    expect(email).to.deep.equal({
      urn: urnOf("CampaignSchedule", "spring"),
      date: "2099-03-01 09:00:00",
      contacts: 5,
    });
  });
});

describe("comment --compare-emails", function () {
  const scratch = useScratch(this);

  async function compared(approved: string) {
    await writeFile(join(scratch(), "preview.json"), JSON.stringify(preview({ contacts: 500 })));
    await writeFile(join(scratch(), "emails.json"), approved);
    const args = ["--preview", "preview.json", "--compare-emails", "emails.json"];
    return runAt({ folder: scratch() }, "comment", ...args);
  }

  it("prints the differences after the comment, and exits with status 1, if an email was not approved", async () => {
    const { exitCode, stdout } = await compared("[]");
    expect(exitCode).to.equal(1);
    expect(stdout).to.match(/^<!-- pulumi-email-marketing mail\/prod -->/);
    expect(stdout).to.match(
      /\n\*\*Differs from what was approved\*\*\n\n- 🛑 CampaignSchedule "spring": not approved: .*\n$/,
    );
  });

  for (const [form, provider] of [
    [
      "the plugin",
      {
        urn: "urn:pulumi:prod::mail::pulumi:providers:emailmarketing::eu",
        newState: { inputs: { preflight: "off" } },
      },
    ],
    [
      "dynamic resources",
      {
        urn: "urn:pulumi:prod::mail::pulumi:providers:pulumi-nodejs::eu",
        newState: { inputs: { [explicitMarker]: "eu", "emailmarketing:preflight": "[secret]" } },
      },
    ],
  ] as const) {
    it(`exits with status 1 if the setting preflight of a Provider isn't "error" (${form})`, async () => {
      const written = JSON.stringify({ steps: [ofStack, { op: "same", ...provider }] });
      await writeFile(join(scratch(), "preview.json"), written);
      await writeFile(join(scratch(), "emails.json"), "[]");
      const args = ["comment", "--preview", "preview.json", "--compare-emails", "emails.json"];
      const { exitCode, stdout } = await runAt({ folder: scratch() }, ...args);
      expect(exitCode, stdout).to.equal(1);
      expect(stdout).to.include(
        'Provider "eu" sets preflight, so its findings don\'t stop this update.',
      );
      const kept = written.replace(/"off"|"\[secret\]"/, '"error"');
      await writeFile(join(scratch(), "preview.json"), kept);
      expect((await runAt({ folder: scratch() }, ...args)).exitCode).to.equal(0);
    });
  }

  for (const text of [
    "",
    "{}",
    '[{"urn":"a"}]',
    '[{"urn":"a","date":"b","contacts":"c","lists":"d"}]',
  ]) {
    it(`fails with an error if the file of approved emails is ${text || "empty"}`, async () => {
      const { exitCode, stderr } = await compared(text);
      expect(exitCode).to.equal(1);
      expect(stderr).to.match(
        /^error: the file emails\.json .* Write it with: pulumi-email-marketing comment --save-emails\.\n$/,
      );
    });
  }
});
