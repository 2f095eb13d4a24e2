import { equalJson, type JsonValue } from '@kb/apimachinery';
import { readYaml } from '@kb/apimachinery/yaml';
import type { GeneratorOptions, GeneratorSuite } from '../generator-suite.ts';
import { corpusRun, NO_CORPUS } from '../import/round-trip/corpus-run.ts';
import { randomOf } from '../random.ts';
import type { Failure, SuiteResult } from '../suite.ts';
import { differenceOf } from './compare-readings.ts';
import { buildGoYaml, type GoYaml } from './go-yaml.ts';
import { mutate } from './mutate-text.ts';
import { layouts, printAs } from './rewrap.ts';

type Outcome = SuiteResult | { readonly skipped: string };

/** The length of the part of a file that is used, in characters: a few lines show the difficulties of YAML. */
const LONGEST_BASE = 20_000;

/** How many changed files are read, by default and with `--full`. */
const FEW = 300;
const MANY = 2000;

/** Real files with random changes: kb and sigs.k8s.io/yaml must give the same value, or both must refuse. */
export const yamlReadingSuite: GeneratorSuite = {
  name: 'yaml reading',
  live: true,
  run: async (options) => withGo((go, texts) => compareMutated(go, texts, options)),
};

/**
 * Every file of the corpus in the layouts of Go's printer, Helm, other tools and people: kb and Go must read the same
 * value as in the original.
 */
export const yamlLayoutsSuite: GeneratorSuite = {
  name: 'yaml layouts',
  live: true,
  run: async (options) => withGo((go, texts) => compareLayouts(go, texts, options)),
};

function withGo(run: (go: GoYaml, texts: readonly Base[]) => SuiteResult): Outcome {
  const corpus = corpusRun();
  if (corpus === undefined) return { skipped: NO_CORPUS };
  const go = buildGoYaml();
  if ('reason' in go) return { skipped: go.reason };
  try {
    return run(
      go,
      corpus.files.flatMap(({ name, text }) => documentsOf(text).map((document) => ({ name, text: document }))),
    );
  } finally {
    go.close();
  }
}

interface Base {
  readonly name: string;
  readonly text: string;
}

function documentsOf(text: string): string[] {
  return text.split(/^---.*\n/m).filter((document) => document.trim() !== '');
}

function compareMutated(go: GoYaml, bases: readonly Base[], { full, seed, log }: GeneratorOptions): SuiteResult {
  log(`seed ${seed}`);
  const made = Array.from({ length: full ? MANY : FEW }, (_, index) => {
    const random = randomOf(seed, `text ${index}`);
    const base = random.pick(bases) ?? { name: 'nothing', text: '' };
    return { name: `${index}, made of ${base.name}`, text: mutate(startOf(base.text), random) };
  });
  const answers = go.read(made.map(({ text }) => text));
  const failures: Failure[] = [];
  let taken = 0;
  for (const [index, { name, text }] of made.entries()) {
    const answer = answers[index];
    if (answer === undefined) continue;
    if (answer.error === undefined) taken += 1;
    const message = differenceOf(text, answer);
    if (message !== undefined) failures.push({ name, message });
  }
  log(`Go accepts ${taken} of ${made.length} texts`);
  return { total: made.length, failures };
}

/** The first lines of a text. */
function startOf(text: string): string {
  const start = text.slice(0, LONGEST_BASE);
  return start.slice(0, start.lastIndexOf('\n') + 1);
}

function compareLayouts(go: GoYaml, bases: readonly Base[], { full, seed, log }: GeneratorOptions): SuiteResult {
  if (!full) log(`each file as Go prints it, and in one of ${layouts.length} other layouts; seed ${seed}`);
  const failures: Failure[] = [];
  let total = 0;
  const check = (name: string, text: string, wanted: JsonValue, answer: JsonValue | undefined): void => {
    total += 1;
    const ours = readYaml(text);
    if (answer === undefined || !equalJson(answer, wanted)) failures.push({ name, message: 'Go reads another value' });
    else if (ours.problem !== undefined)
      failures.push({ name, message: `${ours.problem.message}, at ${ours.problem.at.start}` });
    else if (!equalJson(ours.value, wanted)) failures.push({ name, message: 'kb reads another value' });
  };
  for (const [index, { value, printed }] of go
    .read(
      bases.map(({ text }) => text),
      { print: true },
    )
    .entries()) {
    const name = bases[index]?.name ?? '';
    if (value === undefined || printed === undefined) {
      failures.push({ name, message: 'Go does not read it' });
      continue;
    }
    // In chunks of one file: all layouts together are 140 MB.
    const chosen = full ? layouts : layouts.filter((_, at) => at === (index + seed) % layouts.length);
    const texts = chosen.map((layout) => printAs(value, layout));
    const answers = go.read(texts);
    check(`${name}, as Go prints it`, printed, value, value);
    for (const [at, layout] of chosen.entries())
      check(`${name}, ${layout.name}`, texts[at] ?? '', value, answers[at]?.value);
  }
  return { total, failures };
}
