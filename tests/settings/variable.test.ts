import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { suspectVariables } from "../../provider/settings/problem";

/** The problems that are found, each as `level name: the suggested setting`. */
function found(variables: Readonly<Record<string, string>>, platform: NodeJS.Platform = "linux") {
  return suspectVariables(variables, platform).map(({ level, name, problem }) => {
    const [, meant = "-"] = /did you mean (\w+)\?/.exec(problem) ?? [];
    return `${level} ${name}: ${meant}`;
  });
}

const each = (...names: readonly string[]) =>
  found(Object.fromEntries(names.map((name) => [name, "x"])));

/** Variables of programs and other tools, which the check ignores. */
const harmless =
  `SENDGRID_API_KEY SENDGRID_SENDING SENDGRID_MAX_RECIPIENTS MAILGUN_DOMAIN MAILGUN_API_KEY MAILGUN_SENDING
MAILCHIMP_API_KEY MAILCHIMP_MARKETING_SENDING MAILJET_APIKEY_PUBLIC POSTMARK_SERVER_TOKEN BREVO_API_KEY SES_SENDING
AWS_SES_MAX_RECIPIENTS EMAIL_HOST EMAIL_SENDING EMAIL_SENDER EMAIL_SEND_WINDOW EMAIL_MAX_RECIPIENTS EMAIL_FROM EMAIL_BACKEND
EMAIL_USE_TLS MAIL_MAILER MAIL_FROM_ADDRESS SMTP_HOST MARKETING_SENDING MARKETING_API_KEY MARKETING_EMAIL_SENDING
EMAIL_MARKETER_SENDING EMAIL_MARKETPLACE_SENDING EMAIL_MARKET_SENDING TEMPLATE_EMAIL_MARKETING_SENDING SENDING SEND_WINDOW
MAX_RECIPIENTS DRY_RUN EMAIL_MARKETING EMAILMARKETING PULUMI_CONFIG_PASSPHRASE PULUMI_SENDING GMAIL_MARKETING_SENDER
MAIL_MARKETING_DRY_RUN MAIL_MARKETING_LIMIT EMAILS_MARKETER_LIMIT`.split(/\s+/);

/** Variables with this package's prefix that may belong to a program. */
const own =
  `EMAIL_MARKETING_SENDER EMAIL_MARKETING_SEGMENT EMAIL_MARKETING_DOMAIN EMAIL_MARKETING_LIST EMAIL_MARKETING_LISTS
EMAIL_MARKETING_SENDER_NAME EMAIL_MARKETING_SENDING_DOMAIN EMAIL_MARKETING_SUBJECT EMAIL_MARKETING_TEMPLATE
EMAIL_MARKETING_BRAND EMAIL_MARKETING_EU_KEY EMAIL_MARKETING_REPLY_TO EMAIL_MARKETING_LOGO EMAIL_MARKETING_BLOG
EMAIL_MARKETING_CAMPAIGN EMAIL_MARKETING_EU_MAX_RECIPIENTS EMAIL_MARKETING_MAX_RECIPIENTS_EU EMAIL_MARKETING_UK_SEND_WINDOW
EMAIL_MARKETING_EU_ACCOUNT_DOMAIN EMAIL_MARKETING_EU_SENDING EMAIL_MARKETING_SENT EMAIL_MARKETING_ACCOUNT_ID
EMAIL_MARKETING_FORMER_ACCOUNTS EMAIL_MARKETING_S_SENDING EMAIL_MARKETING_2_SENDING EMAIL_MARKETING2_SENDING EMAIL_MARKETINGS_LOGO EMAILMARKETING_HOME EMAILMARKETING_DIR emailmarketing_version
PULUMI_EMAIL_MARKETING_VERSION`.split(/\s+/);

describe("the check for misnamed environment variables", () => {
  for (const [guard, ...names] of [
    [
      "SENDING",
      ...["EMAILMARKETING_SENDING", "email_marketing_sending", "Email_Marketing_Sending"],
      ...["EMAIL_MARKETINGSENDING", "EMAILMARKETINGSENDING", "EMAIL__MARKETING__SENDING"],
      ...["EMAIL_MARKETING_SENDING_", "_EMAIL_MARKETING_SENDING", "EMAIL-MARKETING-SENDING"],
      ...["EMAIL_MARKETING_SENDNG", "EMAIL_MARKETING_SENDIGN", "EMAIL_MARKETING_SENDINGS"],
      ...["EMAIL_MARKETNG_SENDING", "EMIAL_MARKETING_SENDING", "EMAILS_MARKETING_SENDING"],
      ...["MAIL_MARKETING_SENDING", "EMAIL_MARKEITNG_SENDING", "EMAIL_MARKETIN_SENDNG"],
      ...["EMAIL_MRAKETING_SENDING", "EMAILMARKETIN_SENDING", "E_MAIL_MARKETING_SENDING"],
      ...["PULUMI_EMAIL_MARKETING_SENDING", "pulumi_emailmarketing_sending"],
      ...["EMAIL_MARKETINGS_SENDING", "PULUMI_EMAILMARKETINGS_SENDING", "EMAIL.MARKETING.SENDING"],
    ],
    [
      "MAX_RECIPIENTS",
      ...["EMAIL_MARKETING_MAXRECIPIENTS", "EMAILMARKETING_MAXRECIPIENTS"],
      ...["EMAIL_MARKETING_maxRecipients", "EMAIL_MARKETING_MAX_RECIPIENT"],
      ...[
        "EMAIL_MARKETING_MAX_RECEIPIENTS",
        "EMAIL_MARKETINGS_MAX_RECIPIENTS",
        "EMAL_MARKETING_MAX_RECIPIENTS",
      ],
    ],
    [
      "SEND_WINDOW",
      ...["EMAIL_MARKETING_SENDWINDOW", "EMAILMARKETING_SEND_WINDOW"],
      ...["EMAIL_MARKETING_SEND_WINDOWS", "EMAIL_MARKTING_SEND_WINDOW"],
    ],
    [
      "ACCOUNT_DOMAIN",
      ...["EMAIL_MARKETING_ACOUNT_DOMAIN", "EMAILMARKETING_ACCOUNTDOMAIN"],
      ...["EMAIL_MARKETTING_ACCOUNT_DOMAIN"],
    ],
    ["AUDIENCE_GAP_HOURS", "EMAIL_MARKETING_AUDIENCE_GAP_HOUR", "EMAILMARKETING_AUDIENCEGAPHOURS"],
    ["PREFLIGHT", "EMAIL_MARKETING_PREFLIGTH", "email_marketing_preflight"],
    ["OPERATIONS", "EMAIL_MARKETING_OPERATION", "EMAILMARKETING_OPERATIONS"],
    ["TIME_ZONE", "EMAIL_MARKETING_TIMEZONE"],
    ["ACCOUNT", "EMAIL_MARKETING_ACOUNT", "emailmarketing_account"],
  ] as const) {
    it(`reports an error if a name resembles the protective setting ${guard}`, () => {
      expect(each(...names)).to.deep.equal(
        names.map((name) => `error ${name}: EMAIL_MARKETING_${guard}`),
      );
    });
  }

  it("reports only a warning if a name resembles a setting that isn't protective", () => {
    const names = ["EMAIL_MARKETING_API_KEY1", "EMAIL_MARKETING_BASEURL", "emailmarketing_api_key"];
    expect(each(...names)).to.deep.equal([
      "warning EMAIL_MARKETING_API_KEY1: EMAIL_MARKETING_API_KEY",
      "warning EMAIL_MARKETING_BASEURL: EMAIL_MARKETING_BASE_URL",
      "warning emailmarketing_api_key: EMAIL_MARKETING_API_KEY",
    ]);
  });

  for (const [guard, ...names] of [
    ["SENDING", "SEND", "DRY_RUN", "DRYRUN", "NO_SEND", "ALLOW_SENDING", "TEST_MODE"],
    [
      "MAX_RECIPIENTS",
      "MAX_CONTACTS",
      "LIMIT",
      "MAX_EMAILS",
      "RECIPIENT_LIMIT",
      "max_contacts",
      "MAXIMUM_RECIPIENTS",
      "LIMITS",
    ],
    ["SEND_WINDOW", "WINDOW", "SENDING_WINDOW", "SENDING_WINDOWS", "SEND_HOURS", "QUIET_HOURS"],
    ["ACCOUNT_DOMAIN", "EXPECTED_DOMAIN", "REQUIRED_DOMAIN"],
  ] as const) {
    it(`reports only a warning if a name has another word for ${guard}, such as ${names[0]}`, () => {
      const all = names.map((name) => `EMAIL_MARKETING_${name}`);
      expect(each(...all)).to.deep.equal(
        all.map((name) => `warning ${name}: EMAIL_MARKETING_${guard}`),
      );
    });
  }

  it('reports an error if a variable with another word for SENDING, such as DRY_RUN, is "refuse"', () => {
    const values = {
      EMAIL_MARKETING_SEND: " refuse ",
      EMAIL_MARKETING_DRY_RUN: "Refuse",
      EMAIL_MARKETING_LIMIT: "refuse",
      EMAIL_MARKETING_MODE: "refuse",
    };
    expect(found(values)).to.deep.equal([
      "error EMAIL_MARKETING_SEND: EMAIL_MARKETING_SENDING",
      "error EMAIL_MARKETING_DRY_RUN: EMAIL_MARKETING_SENDING",
      "warning EMAIL_MARKETING_LIMIT: EMAIL_MARKETING_MAX_RECIPIENTS",
      "note EMAIL_MARKETING_MODE: -",
    ]);
  });

  it("reports nothing if variables belong to other tools", () => {
    expect(harmless.length).to.be.at.least(40);
    expect(each(...harmless)).to.deep.equal([]);
  });

  it("reports only a note if a variable with the package's prefix may belong to the program", () => {
    expect(each(...own)).to.deep.equal(own.map((name) => `note ${name}: -`));
  });

  it("reports a misspelt prefix only as a note if the setting isn't protective", () => {
    const names = ["MAIL_MARKETING_ACCOUNT", "GMAIL_MARKETING_API_KEY", "EMAIL_MARKETIN_TIME_ZONE"];
    expect(each(...names)).to.deep.equal(names.map((name) => `note ${name}: -`));
  });

  it("reports nothing if variables are the package's own, or empty", () => {
    expect(each("EMAIL_MARKETING_SENDING", "EMAIL_MARKETING_SMTP_URL")).to.deep.equal([]);
    expect(found({ EMAIL_MARKETING_SENDNG: " ", EMAILMARKETING_SENDING: "" })).to.deep.equal([]);
  });

  it("reports no problem on Windows if a name differs from the right name only in case", () => {
    const variables = { Email_Marketing_Sending: "refuse", EMAILMARKETING_SENDING: "refuse" };
    expect(found(variables, "win32")).to.deep.equal([
      "error EMAILMARKETING_SENDING: EMAIL_MARKETING_SENDING",
    ]);
    expect(found(variables, "darwin")).to.have.length(2);
  });

  it("suggests a setting in an error and in a warning, and doesn't show the variable's value", () => {
    const [error, warning] = suspectVariables({
      EMAILMARKETING_SENDING: "a-value",
      EMAIL_MARKETING_LIMIT: "a-value",
    });
    expect(error?.problem).to.equal(
      "environment variable EMAILMARKETING_SENDING: not the name of a setting, so it has no effect; did you mean EMAIL_MARKETING_SENDING? Rename it or unset it.",
    );
    expect(warning?.problem).to.equal(
      "environment variable EMAIL_MARKETING_LIMIT: not the name of a setting, so it has no effect; did you mean EMAIL_MARKETING_MAX_RECIPIENTS?",
    );
  });

  it("reports neither an error nor a warning about a variable that this repository's files mention", () => {
    const root = join(__dirname, "..", "..");
    const places = ["*.md", "docs", "examples", ".github", "tools", "provider", "emulator"];
    const files = execFileSync("git", ["ls-files", "-z", ...places], { cwd: root }).toString();
    const texts = files
      .split("\0")
      .filter(Boolean)
      .map((file) => readFileSync(join(root, file), "latin1"));
    const names = new Set(
      texts.flatMap((text) => text.match(/\bEMAIL_MARKETING_[A-Z\d_]*[A-Z\d]/g) ?? []),
    );
    expect([...names]).to.include.members([
      "EMAIL_MARKETING_API_KEY",
      "EMAIL_MARKETING_PREVIEW_KEY",
      "EMAIL_MARKETING_SMTP_URL",
    ]);
    expect(each(...names).filter((one) => !one.startsWith("note"))).to.deep.equal([]);
  });
});
