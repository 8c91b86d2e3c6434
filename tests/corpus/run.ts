import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { drawn } from "../../tools/draw";
import { writeReport } from "../support/report";
import { allBad, allGood } from "./all";
import { apply, previewBad, previewGood, type Verdict } from "./judge";
import { type CorpusProgram, underExtended } from "./program";

/*
 * `npm run prove -- corpus` previews every program and writes the figures into docs/dev/evidence.md; `npm run prove -- corpus --verify`
 * applies them, and so shows that the bad ones are bad and the good ones good. `--extended` previews them with the extended
 * operations. Further words choose programs by title, and `--rest` those that have no right verdict yet: verdicts are kept
 * in temp/, so that a run may be done in parts.
 */

const options = ["--verify", "--rest", "--extended"];
const [isVerifying, isForRest, isExtended] = options.map((option) => process.argv.includes(option));
const words = process.argv.slice(2).filter((word) => !options.includes(word));
const name = isVerifying ? "applied" : isExtended ? "extended" : "previewed";
/** Each of the three runs has another tenth of a draw. */
const place = ["applied", "extended", "previewed"].indexOf(name);
const folder = join(__dirname, "..", "..", "temp", "corpus");
const file = join(folder, `${name}.json`);

/** Whether the verdict of a program was right, by title. */
type Verdicts = Record<string, boolean>;

function isChosen({ title }: CorpusProgram, known: Verdicts): boolean {
  if (isForRest && known[title]) return false;
  return words.length === 0 || words.some((word) => title.includes(word));
}

/** Two at a time: a preview keeps about one core busy. */
async function all<Program extends CorpusProgram>(
  programs: readonly Program[],
  judge: (program: Program) => Promise<Verdict>,
  known: Verdicts,
): Promise<void> {
  const waiting = programs.filter((program) => isChosen(program, known));
  const count = waiting.length;
  let judged = 0;
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const startedAt = performance.now();
      const { title, isRight, output } = await judge(next);
      known[title] = isRight;
      await writeFile(file, JSON.stringify(known, undefined, 1));
      judged += 1;
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(`${isRight ? "right" : "WRONG"}  ${judged}/${count}  ${seconds} s  ${title}`);
      if (!isRight) console.log(output);
    }
  };
  await Promise.all([worker(), worker()]);
}

async function main(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const isInParts = isForRest || words.length > 0;
  const known: Verdicts = isInParts
    ? (JSON.parse(await readFile(file, "utf8").catch(() => "{}")) as Verdicts)
    : {};
  const bads = drawn(isExtended ? underExtended(allBad) : allBad, 10, place);
  const goods = drawn(isExtended ? underExtended(allGood) : allGood, 10, place);
  await all(bads, isVerifying ? apply : previewBad, known);
  await all(goods, isVerifying ? apply : previewGood, known);
  const rightOf = (programs: readonly CorpusProgram[]) =>
    programs.filter(({ title }) => known[title]).length;
  const [bad, right] = [bads.length, goods.length];
  const [caught, quiet] = [rightOf(bads), rightOf(goods)];
  const figures = isVerifying
    ? `${caught} of ${bad} bad programs failed on apply or did their harm, ${quiet} of ${right} right ones were applied.`
    : `${caught} of ${bad} bad programs caught, ${bad - caught} missed; ${right - quiet} false alarms in ${right} right ones.`;
  console.log(`\n${figures}`);
  const programs = [...bads, ...goods];
  for (const { title } of programs.filter((one) => known[one.title] === false)) {
    console.log(`WRONG  ${title}`);
  }
  const isWhole = programs.every(({ title }) => title in known);
  if (isWhole) await writeReport("dev/evidence.md", name, [figures]);
  const wrong = bad + right - caught - quiet;
  console.log(`${caught + quiet} passed, ${wrong} failed`);
  process.exitCode = wrong === 0 ? 0 : 1;
}

void main();
