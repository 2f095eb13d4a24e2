import type {
  EventNotQueued,
  InspectedKey,
  InspectionRecord,
  OperatorDescription,
  OperatorState,
  ReconcileBegan,
  ReconcileEnded,
  ReconcileLine,
  ReconcileLoop,
  ReconcileRead,
  ReconcileRequest,
  WebhookCall,
} from '@kb/runtime/inspection';
import type { OperatorEvent } from '../../../protocol/index.ts';

/** A run of a reconciler with all that it did. */
export interface Run {
  readonly began: ReconcileBegan;
  readonly steps: (ReconcileRead | ReconcileRequest | ReconcileLine)[];
  ended?: ReconcileEnded;
}

/** What is known of a key of a controller. */
export interface KeyLog {
  /** Controller and key as one text. */
  readonly id: string;
  readonly controller: string;
  readonly key: InspectedKey;
  /** Oldest first. */
  readonly runs: Run[];
  /** How many runs there were, those that were forgotten too. */
  count: number;
  /** The last time at which the controller woke itself for it. */
  loop?: ReconcileLoop;
}

/** What the operator said about itself, ordered for the views; bounded, the oldest is forgotten. */
export interface OperatorLog {
  readonly keys: ReadonlyMap<string, KeyLog>;
  readonly runs: ReadonlyMap<string, Run>;
  /** The reconcileIDs of the runs that wrote versions of objects, by {@link versionId}. */
  readonly writers: ReadonlyMap<string, string>;
  /** The runs that wrote an object, or tried to, oldest first, by {@link writtenId}. */
  readonly writingRuns: ReadonlyMap<string, ReadonlySet<Run>>;
  readonly notQueued: readonly EventNotQueued[];
  readonly webhooks: readonly WebhookCall[];
  readonly description?: OperatorDescription;
  readonly state?: OperatorState;
  readonly process?: OperatorEvent['process'];
  /** What the operator left out, because there was too much: whole runs, and records of other runs. */
  readonly dropped: { readonly runs: number; readonly records: number };
}

/** An operator's log that records are added to. */
export interface OperatorLogBuilder {
  readonly log: OperatorLog;
  readonly add: (event: OperatorEvent) => void;
}

const MOST_RUNS = 10_000;
const MOST_STEPS_OF_RUN = 1000;
const MOST_NOT_QUEUED = 5000;
const MOST_WEBHOOK_CALLS = 1000;

/** Makes an empty log. */
export function buildOperatorLog(): OperatorLogBuilder {
  const keys = new Map<string, KeyLog>();
  const runs = new Map<string, Run>();
  const writers = new Map<string, string>();
  const writingRuns = new Map<string, Set<Run>>();
  const indexes = { keys, runs, writers, writingRuns };
  const log = emptyLog(indexes);
  const add = (event: OperatorEvent): void => {
    if (event.reset) {
      for (const index of Object.values(indexes)) index.clear();
      Object.assign(log, emptyLog(indexes));
      delete log.description;
      delete log.state;
    }
    log.process = event.process;
    for (const record of event.records) addRecord(log, record);
    forgetOldest(log);
  };
  return { log, add };
}

interface GrowingLog extends OperatorLog {
  readonly keys: Map<string, KeyLog>;
  readonly runs: Map<string, Run>;
  readonly writers: Map<string, string>;
  readonly writingRuns: Map<string, Set<Run>>;
  notQueued: EventNotQueued[];
  webhooks: WebhookCall[];
  description?: OperatorDescription;
  state?: OperatorState;
  process?: OperatorEvent['process'];
  dropped: { readonly runs: number; readonly records: number };
}

function emptyLog(indexes: Pick<GrowingLog, 'keys' | 'runs' | 'writers' | 'writingRuns'>): GrowingLog {
  return { ...indexes, notQueued: [], webhooks: [], dropped: { runs: 0, records: 0 } };
}

function addRecord(log: GrowingLog, record: InspectionRecord): void {
  switch (record.type) {
    case 'operator':
      log.description = record;
      break;
    case 'operator-state':
      log.state = record;
      break;
    case 'reconcile-began': {
      const run: Run = { began: record, steps: [] };
      log.runs.set(record.reconcileID, run);
      const known = keyLog(log, record);
      known.runs.push(run);
      known.count += 1;
      break;
    }
    case 'reconcile-ended': {
      const run = log.runs.get(record.reconcileID);
      if (run) run.ended = record;
      break;
    }
    case 'reconcile-loop':
      keyLog(log, record).loop = record;
      break;
    case 'event-not-queued':
      log.notQueued.push(record);
      break;
    case 'webhook-call':
      log.webhooks.push(record);
      break;
    case 'dropped':
      log.dropped = { runs: log.dropped.runs + record.runs, records: log.dropped.records + record.records };
      break;
    default: {
      const run = log.runs.get(record.reconcileID);
      if (!run) break;
      noteWriter(log, record);
      if (run.steps.length >= MOST_STEPS_OF_RUN) break;
      run.steps.push(record);
      if (isWrite(record)) {
        const id = writtenId(record);
        log.writingRuns.set(id, (log.writingRuns.get(id) ?? new Set()).add(run));
      }
    }
  }
}

/** A version of an object, as a key. */
export function versionId(uid: string, resourceVersion: string): string {
  return `${uid} ${resourceVersion}`;
}

/** An object that a request names, as a key. */
export function writtenId(object: Pick<ReconcileRequest, 'group' | 'resource' | 'namespace' | 'name'>): string {
  const { group, resource, namespace = '', name = '' } = object;
  return `${group}/${resource} ${namespace}/${name}`;
}

/** Whether a step asked the API server to change an object. */
export function isWrite(step: Run['steps'][number]): step is ReconcileRequest {
  if (step.type !== 'reconcile-request' || step.dryRun || step.saved) return false;
  return writingVerbs.has(step.verb) || step.verb === 'delete';
}

/** The verbs after which an object has another version. */
const writingVerbs: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'apply']);

function noteWriter({ writers }: GrowingLog, record: ReconcileRead | ReconcileRequest | ReconcileLine): void {
  if (record.type !== 'reconcile-request' || record.dryRun || !writingVerbs.has(record.verb)) return;
  const { uid, resourceVersion, changes, reconcileID } = record;
  if (uid === undefined || resourceVersion === undefined || changes?.length === 0) return;
  const version = versionId(uid, resourceVersion);
  // A write that changes nothing returns the current version, which belongs to the run that wrote it first.
  if (!writers.has(version)) writers.set(version, reconcileID);
}

function keyLog(
  log: GrowingLog,
  { controller, key }: { readonly controller: string; readonly key: InspectedKey },
): KeyLog {
  const id = keyId(controller, key);
  const known = log.keys.get(id) ?? { id, controller, key, runs: [], count: 0 };
  log.keys.set(id, known);
  return known;
}

/** Keeps the newest; a key without kept runs goes too. A tenth is forgotten at once, so that it costs little. */
function forgetOldest(log: GrowingLog): void {
  if (log.notQueued.length > MOST_NOT_QUEUED * 1.1) log.notQueued = log.notQueued.slice(-MOST_NOT_QUEUED);
  if (log.webhooks.length > MOST_WEBHOOK_CALLS * 1.1) log.webhooks = log.webhooks.slice(-MOST_WEBHOOK_CALLS);
  if (log.runs.size <= MOST_RUNS * 1.1) return;
  const old = new Set([...log.runs.values()].slice(0, log.runs.size - MOST_RUNS));
  for (const run of old) forgetRun(log, run);
  for (const [version, run] of log.writers) if (!log.runs.has(run)) log.writers.delete(version);
  for (const [id, known] of log.keys) {
    const first = known.runs.findIndex((run) => !old.has(run));
    known.runs.splice(0, first === -1 ? known.runs.length : first);
    if (known.runs.length === 0) log.keys.delete(id);
  }
}

function forgetRun({ runs, writingRuns }: GrowingLog, run: Run): void {
  runs.delete(run.began.reconcileID);
  for (const step of run.steps) {
    if (!isWrite(step)) continue;
    const id = writtenId(step);
    const left = writingRuns.get(id);
    left?.delete(run);
    if (left?.size === 0) writingRuns.delete(id);
  }
}

/** Controller and key as one text. */
export function keyId(controller: string, key: InspectedKey): string {
  return `${controller} ${keyText(key)}`;
}

/** `NAMESPACE/NAME`, or the name alone. */
export function keyText({ namespace, name }: InspectedKey): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}
