import { expect, test } from 'vitest';
import { misbehavingOperator } from '../../../../test/browser/test-support/misbehaving-operator.ts';
import { buildOperatorLog } from '../log/operator-log.ts';
import { writesTo } from './object-writes.ts';

const { log, add } = buildOperatorLog();
add(misbehavingOperator(1_000_000));
const kind = { group: 'apps', version: 'v1', kind: 'Deployment', resource: 'deployments', namespaced: true };
const target = { kind, namespace: 'default', name: 'widget-2' };

test('the run that was refused a write of an object is found, though the object does not exist', () => {
  expect(writesTo(log, target, new Set())).toMatchObject([
    { controller: 'gateway', key: { name: 'widget-2' }, run: 'forbidden-1', runs: 1, request: { status: 403 } },
  ]);
});

test('other objects, other kinds and runs that are shown anyway are none', () => {
  expect(writesTo(log, { ...target, name: 'widget-3' }, new Set())).toEqual([]);
  expect(writesTo(log, { ...target, kind: { ...kind, group: 'other' } }, new Set())).toEqual([]);
  expect(writesTo(log, target, new Set(['forbidden-1']))).toEqual([]);
});
