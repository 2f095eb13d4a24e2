import type { InspectionRecord, ReconcileRequest } from '@kb/runtime/inspection';
import { expect, test } from 'vitest';
import type { OperatorEvent } from '../../../protocol/index.ts';
import { buildOperatorLog, versionId, writtenId } from './operator-log.ts';

const began = (reconcileID: string): InspectionRecord => ({
  type: 'reconcile-began',
  time: 1,
  reconcileID,
  controller: 'widget',
  key: { name: 'a' },
  causes: [],
  attempt: 0,
  priority: 0,
});

const request = (reconcileID: string, values: Partial<ReconcileRequest>): InspectionRecord => ({
  type: 'reconcile-request',
  time: 1,
  reconcileID,
  verb: 'patch',
  group: '',
  resource: 'configmaps',
  kind: 'ConfigMap',
  dryRun: false,
  durationMs: 1,
  saved: false,
  uid: 'u',
  ...values,
});

const event = (records: readonly InspectionRecord[], reset = false): OperatorEvent => ({
  topic: 'operator',
  reset,
  records,
  process: { state: 'running', since: 0 },
});

test('a version of an object leads to the run that wrote it, not to one that read it or changed nothing', () => {
  const { log, add } = buildOperatorLog();
  const writer = (resourceVersion: string): string | undefined => log.writers.get(versionId('u', resourceVersion));
  const changes = [{ path: 'data.a' }];
  add(event([began('1'), request('1', { verb: 'get', resourceVersion: '6' })]));
  add(event([request('1', { resourceVersion: '7', changes }), began('2'), request('2', { resourceVersion: '7' })]));
  add(event([request('2', { resourceVersion: '8', changes, dryRun: true })]));
  add(event([request('2', { resourceVersion: '9', changes: [] }), request('unknown', { resourceVersion: '10' })]));
  expect(['6', '7', '8', '9', '10'].map(writer)).toEqual([undefined, '1', undefined, undefined, undefined]);
  add(event([], true));
  expect(writer('7')).toBeUndefined();
});

test('the runs that wrote an object are known until they are forgotten', () => {
  const { log, add } = buildOperatorLog();
  const names = { group: '', resource: 'configmaps', namespace: 'default', name: 'a' };
  const runsOf = (): string[] => [...(log.writingRuns.get(writtenId(names)) ?? [])].map((run) => run.began.reconcileID);
  add(
    event([began('1'), request('1', { ...names, status: 403 }), began('2'), request('2', { ...names, verb: 'get' })]),
  );
  add(event([began('3'), request('3', { ...names, verb: 'delete' }), request('3', { ...names, name: 'b' })]));
  expect(runsOf()).toEqual(['1', '3']);
  add(event(Array.from({ length: 12_000 }, (_, place) => began(`later-${place}`))));
  expect(runsOf()).toEqual([]);
  expect(log.writingRuns.size).toBe(0);
});
