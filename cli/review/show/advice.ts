import type { Page } from "puppeteer-core";
import type { MailFinding } from "../../../mail/page";
import { quoted } from "../../../provider/errors/redact";
import { count } from "../../../provider/plain/text";

/** The advice of axe-core about an email, or the reason for missing advice. */
export type Advised = { readonly advice: readonly MailFinding[] } | { readonly problem: string };

/**
 * The rules to run: those of axe-core that matter in emails, and `ownRule`. Rules for web pages, such as those about
 * landmarks and titles, are left out.
 */
const rules = [
  "color-contrast",
  "empty-heading",
  "heading-order",
  "html-has-lang",
  "html-lang-valid",
  "image-alt",
  "image-redundant-alt",
  "layout-table-role",
  "link-in-text-block",
  "link-name",
  "role-img-alt",
  "svg-img-alt",
  "valid-lang",
];

/** The rules of axe-core whose results may differ in dark mode. */
const rulesOfColors = ["color-contrast"];

/**
 * Runs axe-core on the email in a page, in light mode and, for colors, also in dark mode. No script of the email runs.
 */
export async function adviceOn(page: Page): Promise<Advised> {
  const library = await import("axe-core").catch(() => undefined);
  if (library === undefined) {
    return { problem: 'the package "axe-core" is not installed. Run: npm install axe-core' };
  }
  try {
    return await examine(page, library.default.source);
  } catch (error) {
    // The email may cause the error, so report it. For example, a form with a function's name hides that function.
    const [why = ""] = String((error as Error).message).split("\n");
    return { problem: why };
  }
}

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly places: readonly Place[];
}

interface Place {
  readonly element: string;
  readonly text: string;
  readonly contrast?: { readonly is: number; readonly wanted: string };
}

async function examine(page: Page, source: string): Promise<Advised> {
  await page.evaluate(`${timers}${source};${ownRule}`);
  const violations = async (scheme: "light" | "dark", asked: readonly string[]) => {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    return (await page.evaluate(`(${runAxe})(${JSON.stringify(asked)})`)) as Violation[];
  };
  const light = await violations("light", rules);
  const dark = await violations("dark", rulesOfColors);
  const onlyDark = dark.filter(({ id }) => !light.some((one) => one.id === id));
  const advice = [...light, ...onlyDark].map(({ id, help }): MailFinding => {
    const [inLight = [], inDark = []] = [light, dark].map(
      (all) => all.find((one) => one.id === id)?.places,
    );
    const counts = rulesOfColors.includes(id)
      ? [...inMode(inLight, "light"), ...inMode(inDark, "dark")]
      : [count(inLight.length, "element")];
    const first = [...inLight, ...inDark]
      .slice(0, 1)
      .map((one) => `; the first is ${inWords(one)}`);
    return {
      severity: "advice",
      text: `${help}: ${counts.join(", ")}${first.join("")}.`,
      check: id,
    };
  });
  return { advice };
}

function inMode({ length }: readonly Place[], mode: string): string[] {
  return length === 0 ? [] : [`${length} in ${mode} mode`];
}

function inWords({ element, text, contrast }: Place): string {
  const named = text === "" ? `<${element}>` : `<${element}> ${quoted(text)}`;
  return contrast === undefined
    ? named
    : `${named} with ${contrast.is}:1, where ${contrast.wanted} is wanted`;
}

/** Replaces setTimeout, because timers never fire on a page with disabled scripts. axe-core needs no real delay. */
const timers = "window.setTimeout = (run) => { Promise.resolve().then(run); return 0; };";

/**
 * A rule that axe-core lacks: it finds layout tables without a role, which screen readers may announce as data tables.
 */
const ownRule = `axe.configure({
  checks: [{ id: "layout-table-role", evaluate: (table) => axe.commons.table.isDataTable(table) }],
  rules: [{
    id: "layout-table-role",
    selector: "table:not([role])",
    any: ["layout-table-role"],
    metadata: { help: 'Tables for layout must have role="presentation"' },
  }],
})`;

/** Runs axe-core without `preload`, which would load style sheets. */
const runAxe = `async (values) => {
  const { violations } = await axe.run(document, {
    runOnly: { type: "rule", values },
    resultTypes: ["violations"],
    elementRef: true,
    iframes: false,
    preload: false,
  });
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    places: nodes.map(({ element, any }) => {
      const data = any[0]?.data ?? {};
      const whole = ["html", "body"].includes(element.localName) ? "" : element.textContent;
      const text = whole.trim().replace(/\\s+/g, " ");
      const isCut = text.length > 40;
      return {
        element: element.localName,
        text: isCut ? text.slice(0, 40) + "..." : text,
        ...(data.contrastRatio && { contrast: { is: data.contrastRatio, wanted: data.expectedContrastRatio } }),
      };
    }),
  }));
}`;
