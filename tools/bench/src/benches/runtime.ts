import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findControlPlane } from '@kb/control-plane';
import { startEmbeddedServer, startRealServer } from '../api-server/bench-server.ts';
import type { Bench, BenchOptions, Figure } from '../bench.ts';
import { textChart } from '../chart/text-chart.ts';
import { type Comparison, figuresOf } from '../comparison.ts';
import { describeMachine } from '../machine.ts';
import { installPackedKb } from '../packed-kb.ts';
import { type BenchCluster, prepareCluster } from '../runtime/bench-cluster.ts';
import { comparisonsOf } from '../runtime/comparisons.ts';
import { CHILDREN_NAMESPACE, type Measured, measureOperator, namespaceOf } from '../runtime/measure-operator.ts';
import { buildGo, buildOurs, type OperatorProgram } from '../runtime/operator-programs.ts';
import { recordRuntime, type RuntimeRecord } from '../runtime/record.ts';
import { runtimeSizes, type RuntimeSizes, warmUpSizes } from '../runtime/runtime-sizes.ts';

const OTHER = 'controller-runtime';

/**
 * Compares our operator with a controller-runtime operator that does the same, alternating, on one API server:
 * kube-apiserver if available, else the embedded server in a separate process. Without Go, only ours is measured, and a
 * message says so.
 */
export const runtimeBench: Bench = {
  name: 'runtime',
  summary: `our operator beside a ${OTHER} operator of the same behaviour, in turn, on one API server; AppServices of about 1.3 KB; 8 workers; ratios are ours : ${OTHER}`,
  async run(runs, options) {
    const folder = mkdtempSync(path.join(tmpdir(), 'kb-bench-runtime-'));
    const sizes = runtimeSizes(options.objects);
    try {
      const machine = describeMachine();
      const ours = await buildOurs(folder, options.operator);
      const go = buildGo(folder);
      const other = 'operator' in go ? go.operator : undefined;
      if ('reason' in go) console.log(`  ${OTHER} is not measured: ${go.reason}`);
      const { cluster, server } = await startCluster(folder, options);
      try {
        await fill(cluster, sizes);
        const measured = await compare({ runs, ours, other, cluster, sizes });
        const comparisons = comparisonsOf(measured, sizes);
        return report(comparisons, { runs, sizes, server, machine, record: options.record ?? false });
      } finally {
        await cluster.stop();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function startCluster(
  folder: string,
  options: BenchOptions,
): Promise<{ readonly cluster: BenchCluster; readonly server: string }> {
  const { binaries, reason } = findControlPlane();
  if (binaries) return { cluster: await prepareCluster(await startRealServer(binaries)), server: 'kube-apiserver' };
  console.log(`  kube-apiserver is not used: ${reason}`);
  const launcher = options.kb ?? (await installPackedKb(folder));
  return { cluster: await prepareCluster(await startEmbeddedServer(launcher)), server: 'the embedded API server' };
}

async function fill(cluster: BenchCluster, sizes: RuntimeSizes): Promise<void> {
  for (const objects of sizes.objects) await cluster.fill(namespaceOf(objects), objects);
  await cluster.fill(CHILDREN_NAMESPACE, sizes.children);
}

/** The measurements of both operators, run by run. */
interface Compared {
  readonly ours: readonly Measured[];
  readonly other: readonly Measured[];
}

/**
 * Measures both operators in each run, alternating which goes first, after a shorter warm-up run that is not counted.
 */
async function compare(options: {
  readonly runs: number;
  readonly ours: OperatorProgram;
  readonly other: OperatorProgram | undefined;
  readonly cluster: BenchCluster;
  readonly sizes: RuntimeSizes;
}): Promise<Compared> {
  const { runs, cluster, sizes } = options;
  const compared = { ours: [] as Measured[], other: [] as Measured[] };
  for (let run = -1; run < runs; run += 1) {
    const sides = run % 2 === 0 ? (['ours', 'other'] as const) : (['other', 'ours'] as const);
    for (const side of sides) {
      const program = options[side];
      if (!program) continue;
      // A run takes minutes: show progress.
      console.error(`  ${run < 0 ? 'warming up' : `run ${run + 1} of ${runs}`}: ${side === 'ours' ? 'ours' : OTHER}`);
      const measured = await measureOperator(program, cluster, run < 0 ? warmUpSizes(sizes) : sizes);
      if (run >= 0) compared[side].push(measured);
    }
  }
  return compared;
}

function report(
  comparisons: readonly Comparison[],
  about: Omit<RuntimeRecord, 'other'> & { readonly record: boolean },
): Figure[] {
  console.log(`\n${textChart(comparisons, { ours: 'ours', other: OTHER })}\n`);
  const { record, ...rest } = about;
  if (record) for (const file of recordRuntime(comparisons, { ...rest, other: OTHER })) console.log(`  ${file}`);
  return comparisons.flatMap((comparison) => figuresOf(comparison, OTHER));
}
