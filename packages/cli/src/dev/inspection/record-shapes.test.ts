import type { InspectionRecord } from '@kb/runtime/inspection';
import { expect, test } from 'vitest';
import { recordsIn } from './records-message.ts';

const key = { namespace: 'default', name: 'web' };
const run = { time: 1, reconcileID: 'r' };
const changes = [{ path: 'spec.size', before: 1, after: 2 }];
const cause = {
  type: 'update',
  source: 'watch source: Web',
  object: key,
  changed: ['spec'],
  text: 'Web updated',
} as const;

const records: readonly InspectionRecord[] = [
  {
    type: 'operator',
    time: 1,
    controllers: [{ name: 'web', groupKind: 'Web.example.com', sources: ['watch source: Web'], workers: 1 }],
    webhooks: ['/mutate'],
  },
  {
    type: 'reconcile-began',
    ...run,
    controller: 'web',
    key,
    causes: [{ ...cause, resync: false, initial: false }],
    attempt: 0,
    priority: 0,
  },
  { type: 'reconcile-read', ...run, verb: 'get', groupKind: 'Pod', found: 1 },
  {
    type: 'reconcile-request',
    ...run,
    verb: 'apply',
    group: '',
    resource: 'pods',
    kind: 'Pod',
    dryRun: false,
    durationMs: 1,
    saved: false,
    changes,
  },
  { type: 'reconcile-line', ...run, level: 'info', message: 'hello', values: { a: 1 }, error: { message: 'no' } },
  { type: 'reconcile-ended', ...run, controller: 'web', key, durationMs: 1, result: 'success' },
  { type: 'reconcile-loop', time: 1, controller: 'web', key, fields: ['spec'], runs: 5, repeats: true, delayMs: 1 },
  {
    type: 'event-not-queued',
    time: 1,
    controller: 'web',
    source: 'watch source: Web',
    object: key,
    event: 'update',
    changed: ['status'],
    changes,
    reason: 'filtered',
  },
  {
    type: 'webhook-call',
    time: 1,
    durationMs: 1,
    path: '/mutate',
    kind: 'mutating',
    object: key,
    dryRun: false,
    allowed: true,
    warnings: ['old'],
    changes,
  },
  {
    type: 'operator-state',
    time: 1,
    memoryBytes: 1,
    controllers: [{ name: 'web', depth: 0, running: 0, waitingCount: 1, waiting: [{ key, at: 1, attempt: 0 }] }],
    caches: [{ groupKind: 'Pod', objects: 1, synced: true }],
  },
  { type: 'dropped', time: 1, records: 1, runs: 1 },
];

/** What is not checked, because it is only shown as true or false, or not at all. */
const unchecked = new Set([
  'dryRun',
  'saved',
  'repeats',
  'allowed',
  'priority',
  'resync',
  'initial',
  'synced',
  'before',
  'after',
  'a',
]);

/** The value with each of its fields, at any depth, replaced by something else. */
function broken(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => broken(item).map((other) => value.with(at, other)));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) =>
    unchecked.has(name) ? [] : [true, ...broken(field)].map((other) => ({ ...value, [name]: other })),
  );
}

test.each(records)('a $type record is read', (record) => {
  expect(recordsIn({ inspection: [record] })).toEqual([record]);
});

test.each(records)('a $type record of which a field has another form is left out', (record) => {
  const all = broken(record);
  expect(all.length).toBeGreaterThan(3);
  expect(recordsIn({ inspection: all })).toEqual([]);
});

test('a record of a type that kb does not know is left out', () => {
  expect(
    recordsIn({
      inspection: [
        { type: 'toString', time: 1 },
        { type: 'new', time: 1 },
      ],
    }),
  ).toEqual([]);
});
