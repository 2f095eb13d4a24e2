import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findControlPlane } from '@kb/control-plane';
import { type BenchServer, startEmbeddedServer, startRealServer } from '../api-server/bench-server.ts';
import type { Bench, BenchOptions } from '../bench.ts';
import { describeMachine } from '../machine.ts';
import { installPackedKb } from '../packed-kb.ts';
import { readCorpusKinds } from '../schema/corpus-kinds.ts';
import type { BenchKind } from '../schema/objects/bench-kind.ts';
import { compareCreates, type CreateTimes, measureCreates } from '../schema/creates.ts';
import { measureEvaluations } from '../schema/evaluations.ts';
import { plainKind, ruledKind } from '../schema/objects/ruled-kind.ts';
import { measurePreparations } from '../schema/preparation.ts';
import { recordSchema } from '../schema/record.ts';
import { figuresIn, type Section } from '../schema/section.ts';
import { measureValidations } from '../schema/validations.ts';

const REAL = 'kube-apiserver';
/** The upper limit of the time of a create with rules, as a part of kube-apiserver's. */
const CREATE_GOAL = 0.5;

/**
 * Measures schemas and rules in CEL: small rules and validations in process, preparing definitions in new processes,
 * and creates on the embedded server and kube-apiserver. Definitions are those of the corpus; without it only ours are
 * measured, and a message says so.
 */
export const schemaBench: Bench = {
  name: 'schema',
  summary: `validations of objects by small, middle and large definitions, beside ajv and ${REAL}; small rules; preparing definitions; ratios are ours : the other's`,
  async run(runs, options) {
    const machine = describeMachine();
    const corpus = readCorpusKinds();
    if (corpus === undefined)
      console.warn('  SKIPPED: the definitions of real projects; there is no corpus beside the project');
    const kinds = [...(corpus ?? []), ruledKind];
    const sections = parts
      .filter(({ name }) => options.only === undefined || name.includes(options.only))
      .map(({ measure }) => measure);
    const measured: Section[] = [];
    for (const measure of sections) measured.push(await measure(kinds, runs, options));
    if (options.record) for (const file of recordSchema(measured, { runs, machine })) console.log(`  ${file}`);
    return measured.flatMap(figuresIn);
  },
};

/** A part of the benchmark, for `--only`. */
interface Part {
  readonly name: string;
  readonly measure: (kinds: readonly BenchKind[], runs: number, options: BenchOptions) => Promise<Section> | Section;
}

const parts: readonly Part[] = [
  {
    name: 'rules',
    measure: (_kinds, runs) => ({
      title: 'Evaluations of small rules',
      comparisons: [],
      figures: measureEvaluations(runs),
    }),
  },
  {
    name: 'validations',
    measure: (kinds, runs) => ({
      title: 'Validations in process',
      other: 'ajv',
      comparisons: kinds.flatMap((kind) => measureValidations(kind, runs)),
      figures: [],
    }),
  },
  {
    name: 'preparation',
    measure: async (kinds, runs) => ({
      title: 'Preparing definitions',
      comparisons: [],
      figures: await measurePreparations(kinds, runs),
    }),
  },
  {
    name: 'creates',
    measure: async (kinds, runs, options) => ({
      title: 'Creates',
      other: REAL,
      comparisons: await measureServers([...kinds, plainKind], runs, options),
      figures: [],
    }),
  },
];

async function measureServers(kinds: readonly BenchKind[], runs: number, options: BenchOptions) {
  const { binaries, reason } = findControlPlane();
  if (binaries === undefined) console.log(`  ${REAL} is not measured: ${reason}`);
  const folder = mkdtempSync(path.join(tmpdir(), 'kb-bench-schema-'));
  try {
    const launcher = options.kb ?? (await installPackedKb(folder));
    const [ours, real]: [ReadonlyMap<string, CreateTimes>[], ReadonlyMap<string, CreateTimes>[]] = [[], []];
    // Without a run to warm up: servers are new in each, and are warmed up by requests.
    for (let run = 0; run < runs; run += 1) {
      // A run takes half a minute: show progress.
      console.error(`  creates: run ${run + 1} of ${runs}`);
      ours.push(await measureOn(await startEmbeddedServer(launcher), kinds));
      if (binaries !== undefined) real.push(await measureOn(await startRealServer(binaries), kinds));
    }
    return kinds.flatMap((kind) => compareCreates(kind, ours, real, kind === ruledKind ? CREATE_GOAL : undefined));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureOn(server: BenchServer, kinds: readonly BenchKind[]): Promise<ReadonlyMap<string, CreateTimes>> {
  try {
    return await measureCreates(server, kinds);
  } finally {
    await server.stop();
  }
}
