import { dailySample } from "../../tools/daily-sample";
import { writeReport } from "../support/report";
import { allBad, allGood } from "./all";
import { apply, previewBad, previewGood, type Verdict } from "./judge";
import { type CorpusProgram, underExtended } from "./program";

/*
 * `npm run prove -- corpus` previews every program, and writes the counts into docs/dev/evidence.md. `--verify` applies
 * the programs to prove that their categories are right. `--extended` previews with the extended operations. Other
 * words select programs by title.
 */

const options = ["--verify", "--extended"];
const [isVerifying, isExtended] = options.map((option) => process.argv.includes(option));
const words = process.argv.slice(2).filter((word) => !options.includes(word));
const name = isVerifying ? "applied" : isExtended ? "extended" : "previewed";
/** In a daily sample, each of the three runs uses another twentieth of the programs. */
const place = ["applied", "extended", "previewed"].indexOf(name);

function chosen<Program extends CorpusProgram>(all: readonly Program[]): readonly Program[] {
  const under = dailySample(isExtended ? underExtended(all) : all, 20, place);
  return under.filter(
    ({ title }) => words.length === 0 || words.some((word) => title.includes(word)),
  );
}

/** Returns the number of right verdicts. Judges two programs at a time, because a preview keeps about one core busy. */
async function judged<Program extends CorpusProgram>(
  programs: readonly Program[],
  judge: (program: Program) => Promise<Verdict>,
): Promise<number> {
  const waiting = [...programs];
  const verdicts: Verdict[] = [];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const startedAt = performance.now();
      const verdict = await judge(next);
      const { title, isRight, output } = verdict;
      const at = `${verdicts.push(verdict)}/${programs.length}`;
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(`${isRight ? "right" : "WRONG"}  ${at}  ${seconds} s  ${title}`);
      if (!isRight) console.log(output);
    }
  };
  await Promise.all([worker(), worker()]);
  const wrong = verdicts.filter(({ isRight }) => !isRight);
  for (const { title } of wrong) console.log(`WRONG  ${title}`);
  return programs.length - wrong.length;
}

async function main(): Promise<void> {
  const [bads, goods] = [chosen(allBad), chosen(allGood)];
  const [bad, right] = [bads.length, goods.length];
  const caught = await judged(bads, isVerifying ? apply : previewBad);
  const quiet = await judged(goods, isVerifying ? apply : previewGood);
  const figures = isVerifying
    ? `${caught} of ${bad} bad programs failed on apply or did their harm, ${quiet} of ${right} right ones were applied.`
    : `${caught} of ${bad} bad programs caught, ${bad - caught} missed; ${right - quiet} false alarms in ${right} right ones.`;
  console.log(`\n${figures}`);
  if (words.length === 0) await writeReport("dev/evidence.md", name, [figures]);
  const wrong = bad + right - caught - quiet;
  console.log(`${caught + quiet} passed, ${wrong} failed`);
  process.exitCode = wrong === 0 ? 0 : 1;
}

void main();
