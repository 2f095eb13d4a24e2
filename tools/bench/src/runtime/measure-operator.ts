import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchCluster } from './bench-cluster.ts';
import type { OperatorProgram } from './operator-programs.ts';
import { startOperator } from './operator-run.ts';
import type { RuntimeSizes } from './runtime-sizes.ts';
import { sendChanges } from './send-changes.ts';

/** The measurements of one operator, by the name of the figure. */
export type Measured = ReadonlyMap<string, number>;

/** The names of the figures. */
export const figureNames = {
  start: (objects: number) => `process start to ${count(objects)} reconciled`,
  startCpu: (objects: number) => `CPU until ${count(objects)} are reconciled`,
  rate: (objects: number) => `reconciles that write nothing, ${count(objects)}`,
  peak: (objects: number) => `memory with ${count(objects)}, peak`,
  settled: (objects: number) => `memory with ${count(objects)}, settled`,
  p50: 'event to reconcile, p50',
  p99: 'event to reconcile, p99',
  eventCpu: 'CPU of the events',
  electedCpu: (objects: number) => `CPU until ${count(objects)} are reconciled, with leader election`,
  electedSettled: (objects: number) => `memory with ${count(objects)}, settled, with leader election`,
  children: 'reconciles that write a child',
  childCpu: 'CPU of the children',
} as const;

const count = (objects: number): string => objects.toLocaleString('en-US');

/** Measures everything for one operator, each part in a separate process. */
export async function measureOperator(
  program: OperatorProgram,
  cluster: BenchCluster,
  sizes: RuntimeSizes,
): Promise<Measured> {
  const measured = new Map<string, number>();
  for (const [index, objects] of sizes.objects.entries()) {
    await measureObjects(program, cluster, { sizes, objects, withEvents: index === 0 }, measured);
  }
  await measureElection(program, cluster, sizes, measured);
  await measureChildren(program, cluster, sizes, measured);
  return measured;
}

async function measureObjects(
  program: OperatorProgram,
  cluster: BenchCluster,
  { sizes, objects, withEvents }: { sizes: RuntimeSizes; objects: number; withEvents: boolean },
  measured: Map<string, number>,
): Promise<void> {
  const namespace = namespaceOf(objects);
  const { kubeconfig } = cluster.server;
  const operator = startOperator(program, {
    kubeconfig,
    namespace,
    objects,
    workers: sizes.workers,
    events: sizes.events,
  });
  const { sinceStart, sinceFirst, cpuSeconds } = await operator.reconciled;
  measured.set(figureNames.start(objects), sinceStart);
  measured.set(figureNames.startCpu(objects), cpuSeconds);
  measured.set(figureNames.rate(objects), objects / (sinceFirst / 1000));
  await sleep(sizes.restSeconds * 1000);
  measured.set(figureNames.settled(objects), operator.memory());
  measured.set(figureNames.peak(objects), operator.peakMemory());
  if (!withEvents) {
    await operator.stop();
    return;
  }
  const before = operator.cpuSeconds();
  await sendChanges(cluster.load, { namespace, objects, count: sizes.events, perSecond: sizes.eventsPerSecond });
  const latencies = (await operator.latencies()).toSorted((a, b) => a - b);
  measured.set(figureNames.eventCpu, operator.cpuSeconds() - before);
  await operator.stop();
  measured.set(figureNames.p50, percentile(latencies, 0.5) / 1e6);
  measured.set(figureNames.p99, percentile(latencies, 0.99) / 1e6);
}

/** Measures leader election: our operator runs it in a thread, which serves the probes too. */
async function measureElection(
  program: OperatorProgram,
  cluster: BenchCluster,
  sizes: RuntimeSizes,
  measured: Map<string, number>,
): Promise<void> {
  const objects = Math.min(...sizes.objects);
  const namespace = namespaceOf(objects);
  const job = { kubeconfig: cluster.server.kubeconfig, namespace, objects, workers: sizes.workers, leaderElect: true };
  const operator = startOperator(program, job);
  const { cpuSeconds } = await operator.reconciled;
  measured.set(figureNames.electedCpu(objects), cpuSeconds);
  await sleep(sizes.restSeconds * 1000);
  measured.set(figureNames.electedSettled(objects), operator.memory());
  await operator.stop();
}

async function measureChildren(
  program: OperatorProgram,
  cluster: BenchCluster,
  { children: objects, workers }: RuntimeSizes,
  measured: Map<string, number>,
): Promise<void> {
  const namespace = CHILDREN_NAMESPACE;
  const { kubeconfig } = cluster.server;
  const operator = startOperator(program, { kubeconfig, namespace, objects, workers, children: true });
  const { sinceFirst, cpuSeconds } = await operator.reconciled;
  measured.set(figureNames.children, objects / (sinceFirst / 1000));
  measured.set(figureNames.childCpu, cpuSeconds);
  await operator.stop();
  await cluster.deleteChildren(namespace);
}

/** Returns the namespace that holds this many objects. */
export const namespaceOf = (objects: number): string => `objects-${objects}`;

/** The namespace of the objects that get children. */
export const CHILDREN_NAMESPACE = 'children';

/** Returns the value below which a part (0 to 1) of the sorted values lies. */
function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
