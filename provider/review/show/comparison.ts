import { inspectHtml } from "#mail/inspect";
import type { Mail, MailContent, TextChange } from "#mail/page";
import { present } from "../../input/plain";

/** What stands beside a changed campaign, and what does not. */
interface Comparison {
  readonly beside: Pick<Mail, "before" | "textChanges" | "plainTextChanges">;
  /** Which texts were not compared, and why. */
  readonly missing: readonly string[];
}

/** The old self of a changed campaign, and its texts compared by words. */
export async function compared(content: MailContent, before: MailContent): Promise<Comparison> {
  const text = await changesBetween(readText(before), readText(content));
  const plainText = await changesBetween(before.plainText, content.plainText);
  const missing = (what: string, why: string | undefined) =>
    why === undefined ? [] : [`what has changed in ${what}: ${why}`];
  return {
    beside: present({
      before,
      textChanges: text.changes,
      plainTextChanges: plainText.changes,
    }),
    missing: [
      ...missing("the text of the HTML", text.problem),
      ...missing("the plain text", plainText.problem),
    ],
  };
}

/** The text that a reader of the HTML gets. */
function readText({ html }: MailContent): string | undefined {
  return html === undefined ? undefined : inspectHtml(html).text();
}

/** Texts with nothing in common, or of hundreds of pages, take long to compare, and no one reads the result. */
const longestComparisonMs = 500;
const longestCompared = 250_000;

interface Changes {
  readonly changes?: readonly TextChange[];
  /** Why they were not compared. */
  readonly problem?: string;
}

async function changesBetween(old: string | undefined, text: string | undefined): Promise<Changes> {
  if (old === undefined || text === undefined || old === text) return {};
  if (Math.max(old.length, text.length) > longestCompared) {
    const most = longestCompared.toLocaleString("en-US");
    return { problem: `texts of more than ${most} characters are not compared by words` };
  }
  const { diffWordsWithSpace } = await import("diff");
  const parts = diffWordsWithSpace(old, text, { timeout: longestComparisonMs });
  if (parts === undefined) {
    const seconds = longestComparisonMs / 1000;
    return {
      problem: `the two have too little in common to be compared by words in ${seconds} s`,
    };
  }
  const changes = parts.map(({ value, added, removed }) => ({
    text: value,
    is: added ? ("added" as const) : removed ? ("removed" as const) : ("same" as const),
  }));
  return { changes };
}
