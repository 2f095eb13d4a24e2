import { expect, test } from 'vitest';
import { misbehavingOperator } from '../../../../test/browser/test-support/misbehaving-operator.ts';
import { buildOperatorLog } from '../log/operator-log.ts';
import { groupRuns } from './group-runs.ts';
import { timelineOf } from './timeline.ts';

const { log, add } = buildOperatorLog();
add(misbehavingOperator(1_000_000));

test('the runs of a loop are one line; the run that began it stays alone', () => {
  const lines = groupRuns(timelineOf(log, { controller: 'widget', key: { namespace: 'default', name: 'widget-1' } }));
  expect(lines).toMatchObject([
    { type: 'loop', runs: { length: 29 } },
    { type: 'run', run: { began: { reconcileID: 'loop-0' } } },
  ]);
});

test('runs that something else woke stay alone', () => {
  const entries = timelineOf(log, { controller: 'gateway', key: { namespace: 'default', name: 'widget-2' } });
  expect(groupRuns(entries)).toEqual(entries);
});
