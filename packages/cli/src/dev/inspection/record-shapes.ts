import { isRecord } from '@kb/apimachinery/codec';
import type { InspectionRecord } from '@kb/runtime/inspection';

/** Whether a value has the form that a field needs. */
type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const number: Check = (value) => typeof value === 'number';
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const shaped =
  (shape: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isRecord(value) && Object.entries(shape).every(([name, check]) => check(value[name]));

const texts = listOf(text);
const key = shaped({ name: text, namespace: optional(text) });
const changes = listOf(shaped({ path: text }));
const error = shaped({ message: text, stack: optional(text) });
const cause = shaped({
  type: text,
  source: text,
  kind: optional(text),
  object: optional(key),
  writtenBy: optional(text),
  changed: texts,
  text,
});
const controller = shaped({
  name: text,
  groupKind: optional(text),
  sources: texts,
  predicates: optional(listOf(texts)),
  workers: number,
  definedAt: optional(text),
});
const waiting = shaped({ key, at: number, attempt: number });
const queue = shaped({ name: text, depth: number, running: number, waitingCount: number, waiting: listOf(waiting) });
const cache = shaped({ groupKind: text, namespace: optional(text), objects: number, error: optional(text) });

/** The fields of each type of record that kb and its page read. */
const shapes: {
  readonly [T in InspectionRecord['type']]: {
    readonly [F in keyof Extract<InspectionRecord, { readonly type: T }>]?: Check;
  };
} = {
  operator: { controllers: listOf(controller), webhooks: texts },
  'reconcile-began': {
    reconcileID: text,
    controller: text,
    key,
    causes: listOf(cause),
    attempt: number,
    waitedMs: optional(number),
  },
  'reconcile-read': {
    reconcileID: text,
    verb: text,
    groupKind: text,
    namespace: optional(text),
    name: optional(text),
    selector: optional(text),
    found: number,
  },
  'reconcile-request': {
    reconcileID: text,
    verb: text,
    group: text,
    resource: text,
    kind: text,
    subresource: optional(text),
    namespace: optional(text),
    name: optional(text),
    durationMs: number,
    status: optional(number),
    message: optional(text),
    resourceVersion: optional(text),
    uid: optional(text),
    changes: optional(changes),
  },
  'reconcile-line': {
    reconcileID: text,
    level: text,
    logger: optional(text),
    message: text,
    values: isRecord,
    error: optional(error),
  },
  'reconcile-ended': {
    reconcileID: text,
    controller: text,
    key,
    durationMs: number,
    result: text,
    requeueAfterMs: optional(number),
    retryAfterMs: optional(number),
    error: optional(error),
  },
  'reconcile-loop': { controller: text, key, fields: texts, runs: number, delayMs: number },
  'event-not-queued': {
    controller: text,
    source: text,
    kind: optional(text),
    object: optional(key),
    resourceVersion: optional(text),
    uid: optional(text),
    event: text,
    changed: texts,
    changes: optional(changes),
    reason: text,
    detail: optional(text),
  },
  'webhook-call': {
    durationMs: number,
    path: text,
    kind: text,
    operation: optional(text),
    groupKind: optional(text),
    object: optional(key),
    user: optional(text),
    message: optional(text),
    warnings: texts,
    changes,
  },
  'operator-state': {
    leader: optional(shaped({ lease: text, holder: text })),
    memoryBytes: number,
    controllers: listOf(queue),
    caches: listOf(cache),
  },
  dropped: { records: number, runs: number },
};

const checks: ReadonlyMap<unknown, Check> = new Map(
  Object.entries(shapes).map(([type, shape]) => [type, shaped(shape)]),
);

/**
 * Whether a value that came from an operator's process is a record with all that kb reads of it. A runtime of another
 * version may send types that kb does not know, and user code anything.
 */
export function isInspectionRecord(value: unknown): value is InspectionRecord {
  if (!isRecord(value) || typeof value['time'] !== 'number') return false;
  return checks.get(value['type'])?.(value) ?? false;
}
