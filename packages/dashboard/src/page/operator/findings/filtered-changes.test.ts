import type { InspectionRecord } from '@kb/runtime/inspection';
import { expect, test } from 'vitest';
import { misbehavingOperator } from '../../../../test/browser/test-support/misbehaving-operator.ts';
import { buildOperatorLog } from '../log/operator-log.ts';
import { filteredBy, filteredChanges } from './filtered-changes.ts';

const NOW = 1_000_000;

function changesAfter(...records: readonly InspectionRecord[]): ReturnType<typeof filteredChanges> {
  const { log, add } = buildOperatorLog();
  const operator = misbehavingOperator(NOW);
  add(operator);
  add({ ...operator, reset: false, records });
  return filteredChanges(log);
}

function run(time: number): InspectionRecord {
  const key = { namespace: 'default', name: 'widget-3' };
  return {
    type: 'reconcile-began',
    time,
    reconcileID: 'r',
    controller: 'widget',
    key,
    attempt: 0,
    priority: 0,
    causes: [],
  };
}

test('the last filtered change of an object is known, with its predicate and controller; one of the status is none', () => {
  const changes = changesAfter(run(NOW - 5000));
  expect([...changes].map(([id, event]) => [id, event.changed, filteredBy(event)])).toEqual([
    ['widget default/widget-3', ['metadata.labels.tier'], 'filtered by generationChanged of widget'],
  ]);
});

test('a run that began since has seen the change', () => {
  expect(changesAfter(run(NOW)).size).toBe(0);
});
