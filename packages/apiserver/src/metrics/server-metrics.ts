import { createMetricsRegistry, type Family, type MetricsRegistry } from '@kb/apimachinery/metrics';
import { versionInfo } from '../version.ts';
import { type AccessMetrics, createAccessMetrics } from './access-metrics.ts';
import { readProcessStatistics } from './adapters/process-statistics.ts';
import { type AdmissionMetrics, createAdmissionMetrics } from './admission-metrics.ts';
import { type AuditMetrics, createAuditMetrics } from './audit-metrics.ts';
import { createHealthMetrics, type HealthMetrics } from './health-metrics.ts';
import { createPolicyMetrics, type PolicyMetrics } from './policy-metrics.ts';
import { createRequestMetrics, type RequestMetrics } from './request-metrics.ts';
import { createWatchMetrics, type WatchMetrics } from './watch-metrics.ts';

/** The number of stored objects of a resource. */
export interface StoredCount {
  /** Empty for the core group. */
  readonly group: string;
  /** Plural. */
  readonly resource: string;
  readonly count: number;
}

/** What a server counts of itself, under kube-apiserver's names. Each member belongs to one part of the server. */
export interface ServerMetrics {
  /** Milliseconds of a clock that is never set, for durations. */
  readonly now: () => number;
  readonly requests: RequestMetrics;
  readonly watches: WatchMetrics;
  readonly access: AccessMetrics;
  readonly admission: AdmissionMetrics;
  readonly policies: PolicyMetrics;
  readonly audit: AuditMetrics;
  readonly health: HealthMetrics;
  /** The metrics at `/metrics`. */
  readonly families: () => readonly Family[];
  /** The metrics at `/metrics/slis`. */
  readonly sliFamilies: () => readonly Family[];
}

/** Creates the metrics of a server. `stored` is called at each scrape. */
export function createServerMetrics(now: () => number, stored: () => Iterable<StoredCount>): ServerMetrics {
  const registry = createMetricsRegistry();
  const slis = createMetricsRegistry();
  exposeBuild(registry);
  exposeObjects(registry, stored);
  exposeProcess(registry);
  exposeStart(slis);
  return {
    now,
    requests: createRequestMetrics(registry, now),
    watches: createWatchMetrics(registry),
    access: createAccessMetrics(registry),
    admission: createAdmissionMetrics(registry),
    policies: createPolicyMetrics(registry),
    audit: createAuditMetrics(registry),
    health: createHealthMetrics(slis),
    families: () => registry.families(),
    sliFamilies: () => slis.families(),
  };
}

/** The labels of the build, and the fields of `/version` that they have. */
const buildLabels = {
  major: 'major',
  minor: 'minor',
  git_version: 'gitVersion',
  git_commit: 'gitCommit',
  git_tree_state: 'gitTreeState',
  build_date: 'buildDate',
  go_version: 'goVersion',
  compiler: 'compiler',
  platform: 'platform',
} as const;

function exposeBuild(registry: MetricsRegistry): void {
  registry
    .gauge({ name: 'kubernetes_build_info', help: 'The version of the server.', labels: Object.keys(buildLabels) })
    .with(...Object.values(buildLabels).map((field) => versionInfo[field] ?? ''))
    .set(1);
}

function exposeObjects(registry: MetricsRegistry, stored: () => Iterable<StoredCount>): void {
  registry.collected(
    { name: 'apiserver_resource_objects', help: 'Stored objects by resource.', labels: ['group', 'resource'] },
    'gauge',
    () => Array.from(stored(), ({ group, resource, count }) => ({ labels: [group, resource], value: count })),
  );
  registry.collected(
    { name: 'apiserver_storage_objects', help: 'Stored objects, by the older label.', labels: ['resource'] },
    'gauge',
    () =>
      Array.from(stored(), ({ group, resource, count }) => ({
        labels: [group === '' ? resource : `${resource}.${group}`],
        value: count,
      })),
  );
}

/** There are no `go_*` metrics: they describe Go's runtime. */
function exposeProcess(registry: MetricsRegistry): void {
  registry.collected(
    { name: 'process_cpu_seconds_total', help: 'CPU time of the process, in seconds.' },
    'counter',
    () => [{ value: readProcessStatistics().cpuSeconds }],
  );
  registry.collected({ name: 'process_resident_memory_bytes', help: 'Memory that the process holds.' }, 'gauge', () => [
    { value: readProcessStatistics().residentBytes },
  ]);
  exposeStart(registry);
}

function exposeStart(registry: MetricsRegistry): void {
  registry.collected(
    { name: 'process_start_time_seconds', help: 'When the process began, as seconds since 1970.' },
    'gauge',
    () => [{ value: readProcessStatistics().startTime }],
  );
}
