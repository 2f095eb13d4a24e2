import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { namespaces } from '@kb/kubernetes/core/v1';
import type { Suite, SuiteResult } from '../suite.ts';
import type { Target } from '../targets/target.ts';
import { compareSnapshots, keptPart, type Snapshots } from './compare-expositions.ts';
import { compareLogs, logShapes } from './log-shapes.ts';
import { exercise, type MeteredProgram, prepare } from './exercise.ts';
import { buildGoProgram } from './go-program.ts';
import { startTwin } from './twin.ts';

/** A program's metrics and the shapes of its log lines. */
interface Measured extends Snapshots {
  readonly log: readonly string[];
}

const keptFile = fileURLToPath(new URL('testdata/controller-runtime.json', import.meta.url));

/**
 * Compares our metrics with those of a controller-runtime program that does the same on the same API server, and with
 * its recording; without Go, with the recording only.
 */
export const metricsSuite: Suite = {
  name: 'metrics of a manager',
  workloads: false,
  live: true,
  async run(target) {
    const program = buildGoProgram();
    if ('reason' in program) return compareWithKept(target);
    try {
      const theirs = await measure(target, (namespace) => program.start(target.kubeconfig, namespace));
      const ours = await measureTwin(target);
      const kept = readKept();
      return together([
        compareSnapshots(ours, theirs, true),
        compareSnapshots(ours, kept, false),
        compareLogs(ours.log, theirs.log),
        compareLogs(ours.log, kept.log),
      ]);
    } finally {
      program.remove();
    }
  },
};

/** Compares our metrics on a server with the recording. */
export async function compareWithKept(target: Pick<Target, 'client' | 'transport'>): Promise<SuiteResult> {
  const [ours, kept] = [await measureTwin(target), readKept()];
  return together([compareSnapshots(ours, kept, false), compareLogs(ours.log, kept.log)]);
}

/** Records the metrics of the controller-runtime program. */
export async function recordMetrics(target: Target): Promise<void> {
  const program = buildGoProgram();
  if ('reason' in program) throw new Error(program.reason);
  try {
    const { first, worked, log } = await measure(target, (namespace) => program.start(target.kubeconfig, namespace));
    const kept: Measured = { first: keptPart(first), worked: keptPart(worked), log };
    writeFileSync(keptFile, `${JSON.stringify(kept, null, 1)}\n`);
  } finally {
    program.remove();
  }
}

function readKept(): Measured {
  return JSON.parse(readFileSync(keptFile, 'utf8')) as Measured;
}

function measureTwin(target: Pick<Target, 'client' | 'transport'>): Promise<Measured> {
  return measure(target, (namespace) => startTwin(target.transport, namespace));
}

async function measure(
  { client }: Pick<Target, 'client'>,
  start: (namespace: string) => Promise<MeteredProgram>,
): Promise<Measured> {
  const { metadata } = await client.create(namespaces, { metadata: { generateName: 'metrics-' } });
  await prepare(client, metadata.name);
  const program = await start(metadata.name);
  let log: readonly string[] = [];
  try {
    const snapshots = await exercise(program, client, metadata.name);
    log = await program.stop();
    return { ...snapshots, log: logShapes(log) };
  } finally {
    if (log.length === 0) await program.stop();
  }
}

function together(results: readonly SuiteResult[]): SuiteResult {
  return {
    total: results.reduce((sum, { total }) => sum + total, 0),
    failures: results.flatMap(({ failures }) => failures),
  };
}
