import { writeReport } from "../support/report";
import { badForAccount } from "./bad-account";
import { badInputs } from "./bad-input";
import { good } from "./good";
import { apply, previewBad, previewGood, type Verdict } from "./judge";

/*
 * `npm run prove -- corpus` previews every program and writes the figures into docs/preflight.md; `npm run prove -- corpus --verify`
 * applies them, and so shows that the bad ones are bad and the good ones good. Further words choose programs by title.
 */

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
      const startedAt = performance.now();
      const verdict = await judge(next);
      verdicts.push(verdict);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      const count = `${verdicts.length}/${programs.length}`;
      console.log(
        `${verdict.isRight ? "right" : "WRONG"}  ${count}  ${seconds} s  ${verdict.title}`,
      );
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
    ? `${caught} of ${bad.length} bad programs failed on apply or did their harm, ${right.length - alarms} of ${right.length} right ones were applied.`
    : `${caught} of ${bad.length} bad programs caught, ${bad.length - caught} missed; ${alarms} false alarms in ${right.length} right ones.`;
  console.log(`\n${figures}`);
  for (const { title } of wrong) console.log(`WRONG  ${title}`);
  const name = isVerifying ? "applied" : "previewed";
  if (words.length === 0) await writeReport("preflight.md", name, [figures]);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

void main();
