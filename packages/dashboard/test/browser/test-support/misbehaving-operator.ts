import type { InspectionRecord } from '@kb/runtime/inspection';
import type { HistoryWrite, OperatorEvent, TreeEvent } from '../../../src/protocol/index.ts';
import { forbiddenRun } from './forbidden-run.ts';
import { widgetKind } from './widgets.ts';

const widgetController = { groupKind: 'Widget.example.com', sources: ['watch source: Widget'] };
const key = { namespace: 'default', name: 'widget-1' };

/**
 * The records of an operator with three mistakes: it wakes itself by a time in its status, it may not create
 * Deployments, and a predicate hides changes of labels.
 */
export function misbehavingOperator(now: number): OperatorEvent {
  const records: InspectionRecord[] = [
    {
      type: 'operator',
      time: now - 60_000,
      controllers: [
        { ...widgetController, name: 'widget', predicates: [['generationChanged']], workers: 1 },
        {
          ...widgetController,
          name: 'gateway',
          workers: 2,
          definedAt: 'packages/controller/src/gateway.controller.ts:14',
        },
      ],
      webhooks: ['/mutate-example-com-v1-widget'],
    },
  ];
  for (let run = 0; run < 30; run += 1) records.push(...selfWokenRun(now - 30_000 + run * 900, run));
  records.push(
    ...forbiddenRun(now - 2000),
    filteredEvent(now - 1500, 'metadata.labels.tier'),
    filteredEvent(now - 1000, 'metadata.labels.tier'),
    filteredEvent(now - 950, 'status.conditions'),
    webhookCall(now - 900),
  );
  records.push({
    type: 'operator-state',
    time: now,
    memoryBytes: 92_000_000,
    leader: { lease: 'default/widget-operator', holder: 'host_1', isThis: true },
    controllers: [
      {
        name: 'gateway',
        depth: 0,
        running: 0,
        waitingCount: 1,
        waiting: [{ key: { namespace: 'default', name: 'widget-2' }, at: now + 300_000, attempt: 4 }],
      },
      { name: 'widget', depth: 0, running: 0, waitingCount: 1, waiting: [{ key, at: now + 60_000, attempt: 0 }] },
    ],
    caches: [{ groupKind: 'Widget.example.com', objects: 40, synced: true }],
  });
  return { topic: 'operator', reset: true, records, process: { state: 'running', since: now - 60_000 } };
}

function selfWokenRun(time: number, run: number): InspectionRecord[] {
  const reconcileID = `loop-${run}`;
  return [
    {
      type: 'reconcile-began',
      time,
      reconcileID,
      controller: 'widget',
      key,
      attempt: 0,
      priority: 0,
      waitedMs: 1,
      causes: [
        {
          type: 'update',
          source: 'watch source: Widget',
          kind: 'Widget',
          object: key,
          changed: ['status.lastSeen'],
          resync: false,
          initial: false,
          text: 'Widget default/widget-1 updated',
          ...(run > 0 && { writtenBy: `loop-${run - 1}` }),
        },
      ],
    },
    {
      type: 'reconcile-read',
      time: time + 1,
      reconcileID,
      verb: 'get',
      groupKind: 'Widget.example.com',
      ...key,
      found: 1,
    },
    {
      type: 'reconcile-line',
      time: time + 2,
      reconcileID,
      level: 'info',
      message: 'Writing when it was seen',
      values: { attempt: run },
    },
    {
      type: 'reconcile-request',
      time: time + 3,
      reconcileID,
      verb: 'patch',
      group: 'example.com',
      resource: 'widgets',
      kind: 'Widget',
      subresource: 'status',
      ...key,
      dryRun: false,
      durationMs: 3.2,
      status: 200,
      saved: false,
      uid: 'widget-1',
      resourceVersion: String(1000 + run),
      changes: [{ path: 'status.lastSeen', before: `12:00:${run}`, after: `12:00:${run + 1}` }],
    },
    {
      type: 'reconcile-ended',
      time: time + 8,
      reconcileID,
      controller: 'widget',
      key,
      durationMs: 8,
      result: 'success',
    },
  ];
}

function filteredEvent(time: number, path: string): InspectionRecord {
  return {
    type: 'event-not-queued',
    time,
    controller: 'widget',
    source: 'watch source: Widget',
    kind: 'Widget',
    object: { namespace: 'default', name: 'widget-3' },
    event: 'update',
    resourceVersion: '7',
    uid: 'widget-3',
    changed: [path],
    changes: [{ path, before: 'basic', after: 'gold' }],
    reason: 'filtered',
    detail: 'generationChanged',
  };
}

function webhookCall(time: number): InspectionRecord {
  return {
    type: 'webhook-call',
    time,
    durationMs: 1.5,
    path: '/mutate-example-com-v1-widget',
    kind: 'mutating',
    operation: 'CREATE',
    groupKind: 'Widget.example.com',
    object: { namespace: 'default', name: 'widget-3' },
    user: 'admin',
    dryRun: false,
    allowed: true,
    warnings: [],
    changes: [{ path: 'spec.colour', after: 'red' }],
  };
}

const podKind = { group: '', version: 'v1', kind: 'Pod', resource: 'pods', namespaced: true };

/** A tree of a Widget with a Pod that crashes. */
export function crashingTree(): TreeEvent {
  const pod = {
    ref: { kind: podKind, namespace: 'default', name: 'widget-1-0' },
    uid: 'pod',
    missing: false,
    children: [],
  };
  return {
    topic: 'tree',
    unread: [],
    roots: [
      {
        ref: { kind: widgetKind, namespace: 'default', name: 'widget-1' },
        uid: 'widget',
        health: 'degraded',
        note: '0/1 ready',
        missing: false,
        children: [{ ...pod, health: 'degraded', note: 'CrashLoopBackOff' }],
      },
    ],
  };
}

/** Writes of a history, one a second. */
export function historyWrites(now: number, count: number): HistoryWrite[] {
  return Array.from({ length: count }, (_, place) => ({
    resourceVersion: String(1000 + place),
    time: now - (count - place) * 1000,
    ref: { kind: widgetKind, ...key },
    change: 'updated',
    manager: 'widget-operator',
    uid: 'widget-1',
  }));
}
