// Mutation testing: changes lines of the packages, one at a time, in a copy of the repository, and runs the tests of
// the package. A change that no test detects shows behaviour without a test, or code that is not needed.
//   npm run mutation -- --lines 200 --seed 1     200 lines of all packages, the same ones for the same seed
//   npm run mutation -- --lines 20 kinds/apps    only files with one of these words in their paths
//     --shard 1/3                                the first third of the sample, to run the others elsewhere
//     --from 41                                  starts at the 41st, to continue an interrupted run
//     --again run.log                            only the survivors in this output of an earlier run
//     --related                                  runs only the tests that import the file, not all of the package
//     --list                                     prints the mutants and runs nothing
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeMutant, notKilledIn, withoutLine } from './mutant-text.ts';
import { type Mutant, sampleMutants } from './sample-mutants.ts';
import { createMutantTrial, type MutantOutcome, type TestChoice } from './try-mutant.ts';
import { copyRepository } from './work-copy.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    lines: { type: 'string', default: '200' },
    root: { type: 'string', default: fileURLToPath(new URL('../../../', import.meta.url)) },
    shard: { type: 'string', default: '1/1' },
    from: { type: 'string', default: '1' },
    again: { type: 'string' },
    related: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

async function main(): Promise<void> {
  const [part = 1, parts = 1] = values.shard.split('/').map(Number);
  const wanted = values.again === undefined ? undefined : notKilledIn(readFileSync(values.again, 'utf8'));
  const mutants = sampleMutants({
    root: values.root,
    seed: Number(values.seed),
    count: Number(values.lines),
    words: positionals,
    shard: [part, parts],
  })
    .slice(Number(values.from) - 1)
    .filter((mutant) => wanted?.has(withoutLine(describeMutant(mutant))) ?? true);
  if (values.list) {
    for (const mutant of mutants) console.log(describeMutant(mutant));
    return;
  }
  const scratch = mkdtempSync(join(tmpdir(), 'kb-mutation-'));
  process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  const copy = join(scratch, 'repository');
  copyRepository(values.root, copy);
  const equivalent = mutants.filter((mutant) => equivalenceOf(mutant) !== undefined);
  const outcomes = new Map<Mutant, MutantOutcome>();
  const trial = createMutantTrial(copy);
  const tryAll = async (tried: readonly Mutant[], choice: TestChoice): Promise<void> => {
    for (const [index, mutant] of tried.entries()) {
      const start = performance.now();
      const outcome = await trial.run(mutant, choice);
      outcomes.set(mutant, outcome);
      const seconds = String(Math.round((performance.now() - start) / 1000)).padStart(3);
      console.log(`${index + 1}/${tried.length} ${outcome.padEnd(9)} ${seconds} s  ${describeMutant(mutant)}`);
    }
  };
  const ofOutcome = (wanted: MutantOutcome): Mutant[] =>
    [...outcomes].filter(([, outcome]) => outcome === wanted).map(([mutant]) => mutant);

  await tryAll(
    mutants.filter((mutant) => !equivalent.includes(mutant)),
    'related',
  );
  const left = ofOutcome('survived');
  if (!values.related && left.length > 0) {
    console.log(`the other tests of the package, for the ${left.length} that survived:`);
    await tryAll(left, 'others');
  }
  for (const outcome of ['survived', 'undecided'] as const)
    for (const mutant of ofOutcome(outcome)) console.log(`${outcome}: ${describeMutant(mutant)}`);
  for (const mutant of equivalent) console.log(`equivalent: ${describeMutant(mutant)}: ${equivalenceOf(mutant) ?? ''}`);
  const [killed, timedOut, undecided] = (['killed', 'timed-out', 'undecided'] as const).map(
    (outcome) => ofOutcome(outcome).length,
  );
  const noticed = (killed ?? 0) + (timedOut ?? 0);
  const counted = outcomes.size - (undecided ?? 0);
  console.log(
    `mutation: ${noticed} of ${counted} killed (${((100 * noticed) / Math.max(1, counted)).toFixed(1)} %), ` +
      `${timedOut ?? 0} of them by time; ${undecided ?? 0} undecided, ${equivalent.length} equivalent`,
  );
}
/** A mutation that no test can detect, because it does not change what the program does. */
interface EquivalentMutant {
  /** The source file, relative to the repository. */
  readonly file: string;
  /** The line that is mutated, without leading and trailing spaces. */
  readonly code: string;
  /** The replaced text. */
  readonly replaced: string;
  /** The kind of mutation, as the tool prints it. */
  readonly what: string;
  /** Why it does not change what the program does. */
  readonly why: string;
}

const equivalents = JSON.parse(
  readFileSync(new URL('./equivalent-mutants.json', import.meta.url), 'utf8'),
) as readonly EquivalentMutant[];

/** Returns why a mutant is equivalent, from equivalent-mutants.json; undefined if it is not listed. */
function equivalenceOf({ file, code, replaced, what }: Mutant): string | undefined {
  return equivalents.find(
    (known) => known.file === file && known.code === code && known.replaced === replaced && known.what === what,
  )?.why;
}

await main();
