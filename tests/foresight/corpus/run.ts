import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { badForAccount } from "./bad-account";
import { badInputs } from "./bad-input";
import { good } from "./good";
import { apply, previewBad, previewGood, type Verdict } from "./judge";

/*
 * `npm run corpus` previews every program and writes the figures into docs/foresight.md; `npm run corpus -- --verify`
 * applies them, and so shows that the bad ones are bad and the good ones good. Further words choose programs by title.
 */

const page = join(__dirname, "..", "..", "..", "docs", "foresight.md");
const [isVerifying, ...words] = [
  process.argv.includes("--verify"),
  ...process.argv.slice(2).filter((word) => word !== "--verify"),
];
const isChosen = ({ title }: { readonly title: string }) =>
  words.length === 0 || words.some((word) => title.includes(word));

/** Two at a time: a preview keeps about one core busy. */
async function all<Program>(
  programs: readonly Program[],
  judge: (program: Program) => Promise<Verdict>,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const waiting = [...programs];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const verdict = await judge(next);
      verdicts.push(verdict);
      console.log(`${verdict.isRight ? "right" : "WRONG"}  ${verdict.title}`);
      if (!verdict.isRight) console.log(verdict.output);
    }
  };
  await Promise.all([worker(), worker()]);
  return verdicts;
}

async function main(): Promise<void> {
  const bad = [...badInputs, ...badForAccount].filter(isChosen);
  const right = good.filter(isChosen);
  const ofBad = await all(bad, isVerifying ? apply : previewBad);
  const ofGood = await all(right, isVerifying ? apply : previewGood);
  const wrong = [...ofBad, ...ofGood].filter(({ isRight }) => !isRight);
  const caught = ofBad.filter(({ isRight }) => isRight).length;
  const alarms = ofGood.filter(({ isRight }) => !isRight).length;
  const figures = isVerifying
    ? `bad on apply: ${caught} of ${bad.length}, right on apply: ${right.length - alarms} of ${right.length}`
    : `caught: ${caught} of ${bad.length}, missed: ${bad.length - caught}, false alarms: ${alarms} of ${right.length}`;
  console.log(`\n${figures}`);
  for (const { title } of wrong) console.log(`WRONG  ${title}`);
  if (words.length === 0) await write(isVerifying ? "applied" : "previewed", figures);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

/** Puts the figures between their marks on the page. */
async function write(mark: string, figures: string): Promise<void> {
  const text = await readFile(page, "utf8");
  const pattern = new RegExp(`(<!-- ${mark} -->).*?(<!-- /${mark} -->)`);
  await writeFile(page, text.replace(pattern, `$1${figures}$2`));
}

void main();
