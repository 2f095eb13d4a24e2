import { expect, test } from 'vitest';
import { misbehavingOperator } from '../../../../test/browser/test-support/misbehaving-operator.ts';
import { buildOperatorLog } from '../log/operator-log.ts';
import { findProblems } from './find-problems.ts';

const NOW = 1_000_000;

test('a loop and a missing permission are found, each with what to do', () => {
  const { log, add } = buildOperatorLog();
  add(misbehavingOperator(NOW));
  expect(findProblems(log, NOW)).toMatchObject([
    {
      kind: 'forbidden',
      controller: 'gateway',
      rule: { group: 'apps', resource: 'deployments', verbs: ['create'] },
      run: 'forbidden-1',
    },
    {
      kind: 'loop',
      controller: 'widget',
      key: { name: 'widget-1' },
      times: 29,
      withinMs: 29_100,
      fields: ['status.lastSeen'],
    },
  ]);
});

test('a loop that ended a minute ago is none', () => {
  const { log, add } = buildOperatorLog();
  add(misbehavingOperator(NOW));
  expect(findProblems(log, NOW + 120_000).map(({ kind }) => kind)).toEqual(['forbidden']);
});

test('a key that fails is named with how often, until a run succeeds', () => {
  const { log, add } = buildOperatorLog();
  const key = { name: 'a' };
  const run = (reconcileID: string, result: 'error' | 'success'): void => {
    const shared = { reconcileID, controller: 'widget', key, time: NOW };
    const began = { type: 'reconcile-began', causes: [], attempt: 0, priority: 0, ...shared } as const;
    const error = { ...(result === 'error' && { error: { message: 'broken' } }) };
    const ended = { type: 'reconcile-ended', durationMs: 1, result, ...shared, ...error } as const;
    add({ topic: 'operator', reset: false, records: [began, ended], process: { state: 'running', since: 0 } });
  };
  run('1', 'error');
  run('2', 'error');
  expect(findProblems(log, NOW)).toMatchObject([{ kind: 'failing', message: 'broken', count: 2, run: '2' }]);
  run('3', 'success');
  expect(findProblems(log, NOW)).toEqual([]);
});
