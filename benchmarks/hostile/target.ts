import { renderComment } from "../../cli/review/comment";
import { previewIn } from "../../cli/review/preview/input";
import { campaignsOfPreview } from "../../cli/review/preview/shown-campaign";
import { projectOf } from "../../cli/review/show/content";
import { mailOf } from "../../cli/review/show/shown-mail";
import { mailPage, sanitizeHtml } from "../../mail/page";
import { pathOf } from "../../provider/api/call";
import { outcomeOf } from "../../provider/client/response";
import { callError } from "../../provider/errors/call-error";
import { redact } from "../../provider/errors/redact";
import { checkContent } from "../../tests/support/campaign-content";
import { previewOf } from "../../tests/support/preview";
import { said, step, urnOf } from "../../tests/support/preview-fixtures";

/** Code of the package that reads untrusted text. */
export interface Target {
  readonly name: string;
  /** Returns the function to measure. */
  prepare(text: string): () => unknown;
}

const sample = { a: "b" };
const views = ["embedded", "none", "remote"] as const;

/** A preview in which an error, a resource name and a state contain this text. */
function previewWith(text: string): string {
  const [named, campaign] = [urnOf("Campaign", text), urnOf("Campaign", "spring")];
  const oldState = { type: "emailmarketing:index:Campaign", outputs: { name: text } };
  return JSON.stringify({
    steps: [{ op: "delete", urn: named, oldState }],
    diagnostics: [said("error", campaign, text)],
  });
}

/** Renders the page of a campaign, and the HTML before and after a change at its beginning. */
async function showMail(text: string): Promise<void> {
  const old = `Before. ${text}`;
  const preview = { steps: [step("update", "spring", { html: text }, { html: old })] };
  const model = { ...previewOf(preview, []), findings: [], left: [] };
  for (const campaign of campaignsOfPreview(model)) {
    const mail = await mailOf(campaign, model, { project: projectOf(__dirname) });
    for (const html of [old, text]) {
      const source = sanitizeHtml(html, sample);
      for (const images of views) source.document(images);
    }
    mailPage(mail, sample)({ index: "index.html" });
  }
}

/** Decodes an error response and creates the error's message. */
function decode(text: string): void {
  const context = {
    api: "main",
    address: "https://mail.example/v1",
    method: "POST",
    route: "/senders",
    attempts: 1,
    sent: "no",
  } as const;
  const outcome = outcomeOf({
    call: { method: "POST", ...pathOf("/senders"), policy: "at-most-once" },
    context,
    keys: ["key-of-the-account"],
    status: 400,
    text,
    headers: new Map(),
  });
  if ("reason" in outcome) callError(outcome);
}

export const targets: readonly Target[] = [
  {
    name: "comment",
    prepare(text) {
      const written = previewWith(text);
      return () => renderComment(previewOf(previewIn(written, "the input").preview, ["key"]));
    },
  },
  { name: "redact", prepare: (text) => () => redact(text, ["key-of-the-account"]) },
  {
    name: "mail lint",
    prepare: (text) => () => checkContent({ html: text, plainText: text }),
  },
  { name: "show", prepare: (text) => () => showMail(text) },
  {
    name: "reply",
    prepare(text) {
      const written = JSON.stringify({ errors: [{ field: "email", message: text }] });
      return () => {
        decode(text);
        decode(written);
      };
    },
  },
];
